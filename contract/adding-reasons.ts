// Why a server cannot be added, completed or pinned as it was asked for: codes with their facts.
export interface AddingReasons {
  /** As they stand in its config. */
  'needs-values': { placeholders: readonly string[] };
  'placeholder-gone': { placeholder: string };
  'placeholder-visible': { placeholder: string };

  /** `id` is that of the server that has the name. */
  'server-name-taken': { name: string; id: string };
  'server-name-twice': { name: string };

  'address-placeholder': { name: string; placeholder: string };
  'address-with-words': { address: string };
  'header-twice': { name: string };
  'apps-without-list': object;

  // The version of a package that is current now. `host` is its registry.
  'nothing-to-pin': { server: string };
  'pin-bad-version': { version: string };
  'pin-not-asked': { name: string; host: string; why: string };
  'pin-not-known': { name: string; host: string };
  'pin-answers-with': { name: string; host: string; status: number };
  'pin-other-answer': { name: string; host: string };
  'pin-no-registry': { address: string };
}
