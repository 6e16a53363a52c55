// Masks what tells of a person: the names of sites, of users and their folders, what stands in addresses, credentials. The same name
// becomes the same mask throughout one text.

export interface NamesMaskOptions {
  readonly homeDir: string;
  readonly userName: string;
  /** Of this machine. */
  readonly hostName: string;
  /** Names of sites that are masked wherever they stand. */
  readonly hosts: readonly string[];
}

const mask = '••••';
const address = /\b(https?|wss?|file|chrome-extension|moz-extension):\/\/([^\s/"'<>|)]*)([^\s"'<>|)]*)/g;
/** A folder of some user, on each system. */
const userFolder = /(\/home\/|\/Users\/|[A-Za-z]:\\Users\\)([^/\\\s"':]+)/g;
/** A token of ours, what comes after `Bearer`, and whatever is as long as a key in hex. */
const credentials = /\bph_[A-Za-z0-9-]+_[0-9a-f]+|\b[Bb]earer\s+\S+|\b[0-9a-f]{32,}\b/g;
const mailAddress = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
/** Names of accounts that name nobody. */
const commonUsers = new Set(['root', 'user', 'admin', 'nobody']);
const own = new Set(['companion@pilothouse.dev']);
/** Names of machines that tell nothing of one. */
const commonHosts = new Set(['localhost', 'linux', 'debian', 'ubuntu', 'fedora', 'windows', 'mac']);
const minNameChars = 3;

export class NamesMask {
  readonly #options: NamesMaskOptions;
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(options: NamesMaskOptions) {
    this.#options = options;
  }

  text(text: string): string {
    const { homeDir, userName, hostName, hosts } = this.#options;
    let masked = text.replace(credentials, mask);
    if (homeDir.length > 1) masked = masked.replaceAll(homeDir, '~');
    masked = masked.replace(address, (_, scheme: string, host: string, path: string) =>
      this.#address(scheme, host, path),
    );
    for (const host of hosts) if (!isLoopback(host)) masked = masked.replaceAll(host, () => this.#name('host', host));
    masked = masked.replace(userFolder, (_, before: string, name: string) => `${before}${this.#name('user', name)}`);
    masked = masked.replace(mailAddress, found => (own.has(found) ? found : this.#name('mail', found)));
    if (!commonUsers.has(userName)) masked = this.#word(masked, 'user', userName);
    const [machine = ''] = hostName.split('.');
    for (const name of new Set([hostName, machine]))
      if (!commonHosts.has(name.toLowerCase())) masked = this.#word(masked, 'host', name);
    return masked;
  }

  /** Addresses of this machine and of extensions name nobody. */
  #address(scheme: string, host: string, path: string): string {
    if (isLoopback(host) || scheme.endsWith('-extension')) return `${scheme}://${host}${path.replace(/[?#].*$/, '')}`;
    const shownHost = host === '' ? '' : this.#name('host', host);
    return `${scheme}://${shownHost}${path === '' || path === '/' ? path : `/${this.#name('path', path)}`}`;
  }

  /** Where it stands alone. */
  #word(text: string, kind: string, name: string): string {
    if (name.length < minNameChars) return text;
    return text.replace(new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, 'gi'), () => this.#name(kind, name));
  }

  #name(kind: string, name: string): string {
    const key = `${kind} ${name}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#names.set(key, `${kind}-${count}`);
    return `${kind}-${count}`;
  }
}

function isLoopback(host: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
