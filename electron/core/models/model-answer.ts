// What is asked of a model and what comes back, in one form for every provider: the seam between those who ask and those who answer.

/** Who asks, for the trace, the usage and the limits. */
export interface ModelAsker {
  /** `user`: the chat and the test of the panel; `client`: an extension or agent; `origin`: a page; `server`: sampling of an MCP server. */
  readonly kind: 'user' | 'client' | 'origin' | 'server';
  readonly id: string;
  /** Its running agent, where it is one. */
  readonly agentId?: string;
  /** The entry of the trace under which its own stands. */
  readonly parent?: number;
}

export type ModelPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `data` is base64. */
  | { readonly kind: 'file'; readonly mediaType: string; readonly data: string; readonly name?: string };

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it, parsed where it is JSON; a text that is none stays a text. */
  readonly arguments: unknown;
}

export type ModelMessage =
  | { readonly role: 'user'; readonly parts: readonly ModelPart[] }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ModelToolCall[] }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
    };

export interface ModelTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  /** `provider:model`, an alias, or a model's own name; null is the default of `use`. */
  readonly model: string | null;
  readonly use: 'chat' | 'sites';
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxTokens?: number;
  readonly asker: ModelAsker;
  readonly signal: AbortSignal;
}

export interface ModelUsage {
  readonly input: number | null;
  readonly output: number | null;
}

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other';

/** In order: `started` once, then any number of the others, `end` once and last. */
export type ModelEvent =
  /** `seq` is its entry in the trace: the parent of the calls that it leads to. */
  | { readonly kind: 'started'; readonly providerId: string; readonly model: string; readonly seq?: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly call: ModelToolCall }
  | { readonly kind: 'end'; readonly finish: FinishReason; readonly usage: ModelUsage };

/** What models are to those who ask them. */
export interface ModelAnswers {
  /**
   * Throws HubError: ERR_MODEL_FAILED, ERR_PAUSED, ERR_BUDGET_EXCEEDED, and ERR_CANCELLED when `signal` aborts. What came until then is
   * the asker's. Whoever reads no more ends the request too.
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}
