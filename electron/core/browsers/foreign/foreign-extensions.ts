// Extensions of others that the hub can speak to: their ids, and how each of them speaks.
import type { Browser } from '../../../../contract/schemas/entities.ts';

export interface ForeignExtension {
  readonly id: string;
  /** What the browser is called until the user names it. */
  readonly name: string;
  readonly family: Browser['family'];
  /** Its row in the table of dialects. */
  readonly wire: 'claude-frames' | 'claudezilla';
}

const claude = { family: 'chromium', wire: 'claude-frames' } as const;

/** The ids of seed 2.1: the one that Claude Code and Claude Desktop both register, then those of Desktop alone. */
export const foreignExtensions: readonly ForeignExtension[] = [
  { ...claude, id: 'fcoeoabgfenejglbffodgkkbkcdhcgfn', name: 'Claude in Chrome' },
  { ...claude, id: 'dihbgbndebgnbjfmelmegjepbnkhlgni', name: 'Claude in Chrome' },
  { ...claude, id: 'dngcpimnedloihjnnfngkgjoidhnaolf', name: 'Claude in Chrome' },
  // Spec 000 "Host Manifest".
  { id: 'claudezilla@boot.industries', name: 'Claudezilla', family: 'firefox', wire: 'claudezilla' },
];

export function foreignExtension(id: string): ForeignExtension | null {
  return foreignExtensions.find(extension => extension.id === id) ?? null;
}

/** The foreign extension that a browser started a relay for; the forms of its arguments are those of relay-origin.ts. */
export function foreignOf(argv: readonly string[]): ForeignExtension | null {
  const [first = '', second = ''] = argv;
  return (
    foreignExtensions.find(({ id, family }) =>
      family === 'chromium' ? first === `chrome-extension://${id}/` : second === id && first.endsWith('.json'),
    ) ?? null
  );
}
