// Pages that lead a browser to the panel. An address with a token in it would stand in the arguments of whatever opens it,
// which every account of the machine can list; the path of a file that only its owner reads tells nobody anything.
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PanelPagesOptions {
  /** Made with mode 0700. What lies in it is left from a hub that was killed. */
  readonly folder: string;
  readonly randomBytes: (size: number) => Buffer;
  /** How long a page is good for, in milliseconds. */
  readonly lifeMs: number;
}

export class PanelPages {
  readonly #options: PanelPagesOptions;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  private constructor(options: PanelPagesOptions) {
    this.#options = options;
  }

  /** Rejects when the folder cannot be made private. */
  static async open(options: PanelPagesOptions): Promise<PanelPages> {
    const pages = new PanelPages(options);
    await pages.close();
    return pages;
  }

  /** The path of a page that leads to `url`, readable by its owner alone. It goes when its time is over. */
  async lead(url: string): Promise<string> {
    const { folder, randomBytes, lifeMs } = this.#options;
    await mkdir(folder, { mode: 0o700, recursive: true });
    const { mode } = await lstat(folder);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new Error(`${folder} can be read by other accounts; remove it, then try again.`);
    const file = join(folder, `panel-${randomBytes(9).toString('base64url')}.html`);
    await writeFile(file, pageTo(url), { flag: 'wx', mode: 0o600 });
    this.#timers.set(file, setTimeout(() => void this.remove(file), lifeMs).unref());
    return file;
  }

  /** Does nothing when it is gone already. */
  async remove(file: string): Promise<void> {
    clearTimeout(this.#timers.get(file));
    this.#timers.delete(file);
    await rm(file, { force: true });
  }

  /** Removes all of them, also those of an earlier hub. */
  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await rm(this.#options.folder, { recursive: true, force: true });
  }
}

/** No script runs in it, and the address it leads to is told to nobody as where the browser came from. */
function pageTo(url: string): string {
  const address = escaped(new URL(url).href);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Pilothouse</title>
<a href="${address}" rel="noreferrer">Open the panel of Pilothouse</a>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
