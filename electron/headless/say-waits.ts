// Tells whoever sits at the terminal that the hub waits for the user, beside what a program reads from stdout.

export function sayWaits(sentence: string): void {
  process.stderr.write(`pilothouse: ${sentence}\n`);
}
