// `npm run fuzz [-- WORD]`: every property with 100,000 cases, or FUZZ_RUNS of them; with a word only those whose title holds it.
import { properties } from './properties.ts';

const cases = Number(process.env['FUZZ_RUNS'] ?? 100_000);
const wanted = process.argv[2] ?? '';
for (const { title, check } of properties) {
  if (!title.includes(wanted)) continue;
  const started = performance.now();
  const failure = await check(cases).catch((error: Error) => error);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(`${failure ? 'FAILED' : 'holds'}: ${title} (${cases} cases, ${seconds} s)\n`);
  if (!failure) continue;
  process.exitCode = 1;
  process.stdout.write(`${failure.message}\n${String(failure.cause ?? '')}\n`);
}
