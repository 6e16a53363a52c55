import { expect, test } from 'vitest';
import { InstallQueue } from '../../../../../electron/core/servers/install/install-queue.ts';

test('A job that rejects all the same is told of, ends nothing but itself, and gives its turn to the next.', async () => {
  const failed: unknown[] = [];
  const queue = new InstallQueue(1, error => failed.push(error));
  queue.begin('one', 'One', async ({ turn }) => {
    await turn();
    throw new Error('The disk is full.');
  });
  await queue.over('one');
  expect(failed).toEqual([new Error('The disk is full.')]);
  expect(queue.isBusy('one')).toBe(false);

  let came = false;
  queue.begin('two', 'Two', async ({ turn }) => {
    await turn();
    came = true;
  });
  await queue.over('two');
  expect(came).toBe(true);
});

test('Whoever hears that a job is done may begin the next at once.', async () => {
  const queue = new InstallQueue(1, () => {});
  const steps: string[] = [];
  const { promise: told, resolve: tell } = settleable();
  queue.begin('one', 'One', async ({ turn, ends }) => {
    await turn();
    ends();
    steps.push(queue.isBusy('one') ? 'busy' : 'free');
    tell();
  });
  await told;
  queue.begin('one', 'One', async ({ turn }) => {
    await turn();
    steps.push('second');
  });
  expect(queue.isBusy('one')).toBe(true);
  await queue.over('one');
  expect(steps).toEqual(['free', 'second']);
  expect(queue.isBusy('one')).toBe(false);
});

function settleable(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>(settle => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}
