// What is wrong with the file that a hub without a screen is set up by (`pilothouse serve --setup`).

export type SetupFault =
  /** Everybody on the machine may write to it, or to a file that it names. */
  | 'open'
  | 'large'
  | 'empty'
  /** Of metrics. */
  | 'token'
  /** Of live export. */
  | 'no-endpoint'
  | 'plain-http'
  /** More than one way to prove who the hub is, or half of one. */
  | 'proofs'
  /** Something is shared, and no fleet is named. */
  | 'no-fleet'
  | 'no-server'
  /** A share with neither hubs nor roles. */
  | 'nobody'
  /** Two shares of one server. */
  | 'shared-twice'
  /** A hub runs with this data home. */
  | 'runs'
  /** The fleet was joined, and nobody knows yet what its policy forbids. */
  | 'policy-unread'
  /** A value that somebody would have to type. */
  | 'placeholder';

export interface SetupReasons {
  'setup-no-file': { path: string; cause: string };
  'setup-not-so': { so: SetupFault; thing: string };
}
