// The variables of a bundle's configuration: what `${…}` stands for in the texts of its manifest.
import path from 'node:path';
import { fieldReference, folderReference } from '../../../../contract/catalogue.ts';
import { cutEnd } from '../../../../contract/visible-text.ts';
import { refusedBundle } from './archive/archive-bounds.ts';

/** Of the machine that it would run on. */
export interface BundleMachine {
  readonly platform: NodeJS.Platform;
  readonly homeDir: string;
}

const variable = /\$\{([^{}]*)\}/g;
const ofOption = 'user_config.';
const maxShown = 80;

export class BundleVariables {
  readonly #fixed: ReadonlyMap<string, string>;
  readonly #options: ReadonlySet<string>;
  readonly #unknown = new Set<string>();

  constructor({ platform, homeDir }: BundleMachine, options: Iterable<string>) {
    const { join, sep } = platform === 'win32' ? path.win32 : path.posix;
    this.#fixed = new Map([
      ['HOME', homeDir],
      ['DESKTOP', join(homeDir, 'Desktop')],
      ['DOCUMENTS', join(homeDir, 'Documents')],
      ['DOWNLOADS', join(homeDir, 'Downloads')],
      ['/', sep],
      ['pathSeparator', sep],
    ]);
    this.#options = new Set(options);
  }

  /** What nobody fills in, as it stands there. */
  get unknown(): readonly string[] {
    return [...this.#unknown];
  }

  /** A text as a template. `at` tells where it stands. Throws HubError where it asks for what no bundle may have. */
  template(text: string, at: string): string {
    expectHarmless(text, at);
    return text.replace(variable, (found, name: string) => {
      if (name === '__dirname') return folderReference;
      if (!name.startsWith(ofOption)) return this.#fixed.get(name) ?? this.#notKnown(found);
      const option = name.slice(ofOption.length);
      if (!this.#options.has(option)) throw refusedBundle({ kind: 'bundle-no-option', option: cutEnd(option, 80), at });
      return fieldReference(option);
    });
  }

  /** A default, which is a value and no template; null where it stands for something that only a template can name. */
  value(text: string, at: string): string | null {
    expectHarmless(text, at);
    const filled = text.replace(variable, (found, name: string) => this.#fixed.get(name) ?? found);
    const [left] = filled.match(variable) ?? [];
    if (left === undefined) return filled;
    this.#notKnown(left);
    return null;
  }

  #notKnown(found: string): string {
    this.#unknown.add(cutEnd(found, maxShown));
    return found;
  }
}

/**
 * A bundle names neither secrets of the user nor our own marks: it would be given what it did not ask for. A `$` in front of a variable
 * could make such a mark together with what is filled in.
 */
function expectHarmless(text: string, at: string): void {
  if (text.includes('\0')) throw refusedBundle({ kind: 'bundle-nul', at });
  if (/\{secret:/i.test(text)) throw refusedBundle({ kind: 'bundle-secret-reference', at });
  const [mark] = /\$\{field:|\$\{folder\}|\$\$\{/.exec(text) ?? [];
  if (mark !== undefined) throw refusedBundle({ kind: 'bundle-reference', at, text: mark });
}
