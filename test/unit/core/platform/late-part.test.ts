// A part that is loaded when it is wanted first.
import { expect, test } from 'vitest';
import { LatePart } from '../../../../electron/core/platform/late-part.ts';

test('It is made once, for all who want it at the same time, and is there at once from then on.', async () => {
  let made = 0;
  const part = new LatePart(async () => ({ number: (made += 1) }));
  expect(part.now).toBeNull();
  expect(await part.ending()).toBeNull();
  const both = await Promise.all([part.open(), part.open()]);
  expect(both).toEqual([{ number: 1 }, { number: 1 }]);
  expect(part.now).toBe(both[0]);
  expect(await part.open()).toBe(both[0]);
  expect(made).toBe(1);
});

test('What fails is tried again the next time.', async () => {
  let isBroken = true;
  const part = new LatePart(async () => {
    if (isBroken) throw new Error('Not yet.');
    return 'made';
  });
  await expect(part.open()).rejects.toThrow('Not yet.');
  expect(part.now).toBeNull();
  expect(await part.ending()).toBeNull();
  isBroken = false;
  expect(await part.open()).toBe('made');
});

test('Whoever ends it waits for what is being loaded.', async () => {
  const loads: ((value: string) => void)[] = [];
  const part = new LatePart(() => new Promise<string>(resolve => loads.push(resolve)));
  const opening = part.open();
  const ending = part.ending();
  expect(part.now).toBeNull();
  loads[0]?.('made');
  expect(await ending).toBe('made');
  expect(await opening).toBe('made');
});

test('A part whose file was replaced says so.', async () => {
  const part = new LatePart(async () => {
    throw Object.assign(new Error('No such file.'), { code: 'ERR_MODULE_NOT_FOUND' });
  });
  await expect(part.open()).rejects.toMatchObject({ code: 'ERR_INTERNAL', reason: { kind: 'replaced-while-running' } });
});
