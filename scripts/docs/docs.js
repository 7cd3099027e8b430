// Shows below each live example what its events say.
for (const example of document.querySelectorAll('.example')) {
  const heard = example.querySelector('.heard');
  for (const name of ['attention-choose', 'attention-edit']) {
    example.addEventListener(name, ({ detail }) => {
      heard.hidden = false;
      heard.textContent = `${name}: ${JSON.stringify(detail)}`;
    });
  }
}
