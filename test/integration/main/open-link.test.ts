// Which program opens an address of the desktop app on Linux.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linuxShell, openLink } from '../../../electron/main/open-link.ts';
import { installOpener, plantOpener } from '../../support/opener.ts';
import { until } from '../../support/panel-client.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { TempHome } from '../../support/temp-home.ts';

let temp: TempHome;

beforeAll(() => {
  temp = createTempHome();
});

afterAll(() => temp.remove());

test.skipIf(process.platform !== 'linux')(
  'An address is opened by the program of the system, not by one of the same name that a project has put first in the PATH.',
  async () => {
    const planted = plantOpener(temp.folder);
    const opener = installOpener(temp.folder, `${planted.bin}:.:${temp.env['PATH']}`);
    await openLink('https://signin.example.com/', linuxShell({ ...temp.env, ...opener.env }));
    await until(() => opener.opened().length === 1 || planted.wasStarted(), 'the browser is opened');
    expect(opener.opened()).toEqual(['https://signin.example.com/']);
    expect(planted.wasStarted()).toBe(false);
  },
);
