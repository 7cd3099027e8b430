// `npm start`: installs what is missing, builds, serves the page and prints its address.
import { build } from './build.mjs';
import { main } from './run.mjs';
import { serve } from './serve.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  setUp('build');
  build();
  const { address } = await serve(Number(process.env.PORT ?? 4173));
  console.log(`\nThe page is at ${address}  (Ctrl+C ends it)`);
});
