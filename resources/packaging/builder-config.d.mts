// What the tests know of the packing.
export type Fuses = Readonly<Record<string, boolean>>;
export const fuses: Fuses;
export function builderConfig(parts: {
  readonly root: string;
  readonly work: string;
  readonly out: string;
  readonly electron: { readonly folder: string; readonly version: string } | null;
  readonly updateKey?: string | null;
}): {
  readonly asar: boolean;
  readonly extraMetadata: { readonly updateKey?: string };
  readonly electronFuses: Fuses;
  readonly files: readonly (string | object)[];
  readonly extraResources: { readonly from: string; readonly to: string }[];
  readonly linux: { readonly target: string[] };
  readonly mac: { readonly target: string[]; readonly binaries: string[] };
  readonly win: { readonly target: string[]; readonly signExts: string[] };
};
