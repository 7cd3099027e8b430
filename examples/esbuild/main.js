import 'attention-wasm/elements';

// What a reader chooses, told to the page.
document.querySelector('attention-explorer').addEventListener('attention-choose', ({ detail }) => {
  document.querySelector('#chosen').textContent = `${detail.table}: ${detail.value}`;
});
