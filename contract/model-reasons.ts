// What is said of models and of whoever provides them: codes with their facts.

export interface PlainModelReasons {
  // Which model is meant.
  'model-none-chosen': object;
  'model-unknown': { model: string };
  'model-provider-gone': { provider: string };
  'model-provider-off': { provider: string };
  'model-none-of-provider': { provider: string };

  // Why one did not answer. `seconds` is how long the provider asks to be left alone, or how long it was waited for.
  'model-key-missing': { provider: string };
  'model-key-refused': { provider: string; status: number };
  'model-rate-limited': { provider: string; seconds: number };
  'model-timed-out': { provider: string; seconds: number };
  'model-not-running': { provider: string; at: string };
  'model-connection-lost': { provider: string };
  /** It ended its answer without saying that this was the end. */
  'model-cut-off': { provider: string };
  /** `said` is its own text. */
  'model-refused': { provider: string; status: number; said: string };
  'model-said': { provider: string; said: string };
  'model-unreadable': { provider: string };
  /** `most` is in characters. */
  'model-answer-too-long': { provider: string; most: number };
  'model-tokens-used-up': { provider: string; tokens: number };
  'model-browser-away': { provider: string };

  // Its settings.
  'model-too-many': { most: number };
  'model-no-address': object;
  'model-type-other': { type: string };
  'no-provider-id': object;
  'no-alias-name': object;
  'no-currency': object;
  'model-has-no-key': { provider: string };
  'model-no-program': { provider: string };

  // A program of ours that runs a file.
  'model-file-none': { path: string };
  'model-file-other': { path: string };
  'model-file-changed': { path: string };
  'model-engine-changed': { path: string };
  /** The user has switched them off. */
  'model-walls-off': object;
  'model-file-unapproved': { path: string };
  'model-engine-none': object;
  'model-load-late': { provider: string; seconds: number };

  /** A line of the audit: what a question may be sent to, or a program of ours, is another than before. */
  'model-provider-set': { provider: string; how: 'added' | 'approved' | 'changed' | 'removed' };

  // In its log.
  'model-starts-for': { asker: string };
  'model-loaded': { seconds: number; port: number };
  'model-idle': { minutes: number };
  'model-stopped-by-user': object;
}
