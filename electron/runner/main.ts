// The program `runner.cjs`: the runner of one server.
import { Runner } from './runner.ts';

// A hub that has gone is noticed at stdin.
process.stderr.on('error', () => {});
const runner = new Runner({ input: process.stdin, output: process.stdout, os: process.platform });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void runner.shutdown());
void runner.ended.then(() => process.exit(0));
