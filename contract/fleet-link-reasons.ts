// Why a hub does not come into its fleet, and what was changed about that: codes with their facts.
export interface PlainFleetLinkReasons {
  'fleet-address-other': { found: string };
  /** Its servers with different users or passwords. */
  'fleet-address-users': { address: string };
  /** Credentials would go over the network as they are. */
  'fleet-plaintext': { address: string };
  'fleet-no-host': { host: string };
  'fleet-connection-refused': { address: string };
  'fleet-silent': { address: string };
  'fleet-no-tls': { address: string };
  'fleet-certificate': { address: string; why: string };
  'fleet-ca-unreadable': { file: string; why: string };
  /** What was given is none; or it is the other of the two. */
  'fleet-credential-form': { form: 'creds' | 'nkey' | 'nkey-as-creds' | 'creds-as-nkey' };
  'fleet-credential-wrong': { address: string };
  /** It was taken once. */
  'fleet-credential-ended': { address: string };
  'fleet-credential-lost': { secret: string };
  'fleet-no-jetstream': { address: string };
  'fleet-no-buckets': { missing: readonly string[]; address: string };
  /** `flags`: the options of the command that prints the rights which are missing, each after a space. */
  /** `asked` in bytes, by `option` of the command line. */
  'fleet-no-room': { stream: string; option: string; asked: number };
  'fleet-not-allowed': { hub: string; subject: string; flags: string };
  /** No hub's rights are for it. */
  'fleet-not-administrator': { subject: string };
  /** `seconds` is how far this machine's clock is off. */
  'fleet-clock': { seconds: number; how: 'ahead' | 'behind' };
  'fleet-name-taken': { hub: string; version: string };
  /** Whoever administers wants to free a name that a hub uses. */
  'fleet-name-here': { hub: string; version: string };
  /** Another with a copy of this data home. */
  'fleet-twin': { hub: string };
  /** Where the hub's own fleet was: `own` and `found` say which, as the servers do. */
  'fleet-another': { address: string; own: string; found: string };
  'fleet-server-lost': { address: string };
  'fleet-signer-key': { signer: string };
  /** What is kept of it here; its policy holds all the same. */
  'fleet-unreadable': object;
  'fleet-none': object;
  /** It is in one, and does not stand in it now. */
  'fleet-not-online': { so: 'joining' | 'offline' | 'refused' };
  'fleet-in-one': { address: string };

  // For the audit.
  'fleet-joined': { address: string; hub: string; roles: readonly string[] };
  /** It is of a version that says of itself what this one does not know. */
  'fleet-hub-unread': { hub: string; version: string };
  /**
   * `entries` of the audit have not reached it, and will not; so many servers are shared no more, so many rules that allow something to a hub
   * or an agent of one end, and so many hubs and agents are known here no more.
   */
  'fleet-left': { entries: number; shares: number; rules: number; clients: number };
  'fleet-renamed': { hub: string };
  'fleet-shown': { shown: readonly string[] };
}
