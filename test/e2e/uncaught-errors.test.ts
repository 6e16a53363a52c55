// An error that nobody caught ends the desktop app, and stands in the hub's log by then.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logFileOf, readLog } from '../../electron/core/hub-log/read-log.ts';
import { type AppPlace, firstWindow, openAppPlace, startApp } from '../support/electron.ts';
import { describeWith } from '../support/provided.ts';

let place: AppPlace;
beforeEach(async () => {
  place = await openAppPlace();
});
afterEach(() => place.remove());

describeWith(['electron', 'display'], 'the desktop app', () => {
  test.each([
    ['an exception that nobody caught', 'throw'],
    ['a rejection that nobody handled', 'reject'],
  ] as const)('%s stands in the log before it ends', async (_what, way) => {
    const { app, output } = await startApp(place);
    await firstWindow(app);
    const ended = new Promise<number | null>(resolve => app.process().once('exit', resolve));
    await app.evaluate((_electron, chosen) => {
      const error = new Error('The flux broke.');
      setTimeout(() => {
        if (chosen === 'throw') throw error;
        void Promise.reject(error);
      });
    }, way);
    expect(await ended).toBe(2);
    expect(output()).toContain('The flux broke.');
    const kinds = (await readLog(logFileOf(place.home), 100)).map(({ what }) => what);
    const at = kinds.findIndex(({ kind }) => kind === 'log-uncaught');
    expect(kinds[at]).toMatchObject({ error: expect.stringMatching(/^Error: The flux broke\./) });
    expect(kinds.slice(at).map(({ kind }) => kind)).toContain('log-stopped');
  });
});
