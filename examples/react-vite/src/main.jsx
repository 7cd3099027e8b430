import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'attention-wasm/elements';

const vectors = [
  [0.43, 0.15, 0.89],
  [0.55, 0.87, 0.66],
  [0.57, 0.85, 0.64],
  [0.22, 0.58, 0.33],
  [0.77, 0.25, 0.1],
  [0.05, 0.8, 0.55],
];
const tokens = ['Your', 'journey', 'starts', 'with', 'one', 'step'];

function Attention() {
  const [chosen, setChosen] = useState();
  const [causal, setCausal] = useState(false);
  return (
    <>
      <label>
        <input type="checkbox" checked={causal} onChange={(event) => setCausal(event.target.checked)} />{' '}
        causal
      </label>
      <attention-weights
        tokens={tokens}
        vectors={vectors}
        causal={causal}
        onattention-choose={(event) => setChosen(event.detail)}
      />
      <p>
        {chosen
          ? `${tokens[chosen.query]} → ${tokens[chosen.key]}: ${chosen.weight.toFixed(4)}`
          : 'Choose a weight.'}
      </p>
    </>
  );
}

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Attention />
  </StrictMode>,
);
