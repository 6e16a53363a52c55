// Which of Harbor's extensions a browser started the relay for, and of which generation it is.
import { harborHosts } from '../../../contract/harbor.ts';
import type { HarborGeneration } from '../../../contract/harbor.ts';

export interface HarborExtension {
  readonly id: string;
  readonly generation: HarborGeneration;
  readonly family: 'chromium' | 'firefox';
}

/**
 * Null for every other caller. Chromium passes `chrome-extension://<id>/`, which it vouches for; Firefox the manifest's path, whose file
 * is named like the host that was asked for, then the add-on id. One of these ids may also come under another name, which is not Harbor's.
 */
export function harborOf([first = '', second = '']: readonly string[]): HarborExtension | null {
  for (const generation of ['a', 'b'] as const) {
    const { name, chromium, firefox } = harborHosts[generation];
    const id = chromium.find(each => first === `chrome-extension://${each}/`);
    if (id !== undefined) return { id, generation, family: 'chromium' };
    if (fileName(first) === `${name}.json` && firefox.includes(second))
      return { id: second, generation, family: 'firefox' };
  }
  return null;
}

/** Of a path of any system. */
function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}
