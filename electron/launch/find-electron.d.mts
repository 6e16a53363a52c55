type Environment = Readonly<Record<string, string | undefined>>;

export const checkedVersion: string;
export const checkedSha256: string;

/** The package's own binary, else the copy that was provided and checked. */
export function findElectron(env: Environment): string | null;

/** The folder of the electron package. */
export function electronPackage(): string | null;

/** The binary inside the electron package (or `ELECTRON_OVERRIDE_DIST_PATH`), as that package itself looks for it. */
export function ownElectron(env: Environment): string | null;

export function electronCacheDir(env: Environment): string;

/** The copy in the cache, which is used only where it was unpacked whole from a zip that was checked. */
export function checkedElectron(env: Environment): string | null;
