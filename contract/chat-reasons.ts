// What chat says: why an answer ended, why a file was left out, why a request about a conversation was refused.

export interface ChatReasons {
  'no-chat': object;
  'no-chat-turn': object;
  'no-chat-file': object;
  'no-chat-call': object;
  'chat-writes': object;
  'chat-clears': object;
  'chat-not-used-up': object;
  'too-many-chat-files': { most: number };
  'chat-file-too-large': { file: string; bytes: number; most: number };

  // Why a file did not get to the model.
  'chat-no-pictures': { model: string };
  'chat-no-such-files': { file: string };
  /** `most` is in bytes. */
  'chat-files-too-many': { file: string; most: number };

  // Why an answer ended, and why a call was not made.
  'chat-no-model': object;
  'chat-model-gone': { model: string };
  'chat-said-nothing': { model: string };
  'chat-cut-short': { model: string };
  'chat-call-over-budget': { max: number };
  'chat-no-such-tool': { tool: string };
  'chat-asker-gone': object;
  'chat-at-rest': object;
  'chat-removed': object;
  'client-built-in': { client: string };
}
