// What a scripted model says: pieces in order, how its stream is cut into packets, and how it goes wrong.

export type ScriptedPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** `argumentPieces` is JSON, cut where the model would send it piece by piece; Ollama sends it whole. */
  | {
      readonly kind: 'tool-call';
      readonly id: string;
      readonly name: string;
      readonly argumentPieces: readonly string[];
    }
  /** The stream stands still here until the test says so. */
  | { readonly kind: 'wait'; readonly until: Promise<unknown> };

export interface ScriptedTurn {
  readonly pieces: readonly ScriptedPiece[];
  readonly usage?: { readonly input: number; readonly output: number };
  readonly finish?: 'stop' | 'length';
  /** Sends packets of so many bytes instead of one for each event. */
  readonly packetBytes?: number;
  /** Breaks the connection after so many bytes of the body. */
  readonly breakAfterBytes?: number;
  /** Ends the body in order after so many bytes, without the end that the wire asks for. */
  readonly endAfterBytes?: number;
  /** Says this in the stream, after the pieces, as the wire says an error there. */
  readonly streamError?: string;
}

/** An answer that is no stream. */
export interface ScriptedFailure {
  readonly status: number;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

export type Scripted = ScriptedTurn | ScriptedFailure;

export function says(text: string, more: Omit<ScriptedTurn, 'pieces'> = {}): ScriptedTurn {
  return { pieces: [{ kind: 'text', text }], ...more };
}

/** In words, as models send them. */
export function saysInPieces(texts: readonly string[], more: Omit<ScriptedTurn, 'pieces'> = {}): ScriptedTurn {
  return { pieces: texts.map(text => ({ kind: 'text', text })), ...more };
}

export function calls(name: string, args: unknown, more: Omit<ScriptedTurn, 'pieces'> = {}): ScriptedTurn {
  const json = JSON.stringify(args);
  const argumentPieces = json.match(/[\s\S]{1,5}/g) ?? [json];
  return { pieces: [{ kind: 'tool-call', id: `call_${name}`, name, argumentPieces }], ...more };
}

/** What every wire makes of what it was asked. */
export interface AskedModel {
  readonly wire: 'ollama' | 'openai' | 'anthropic';
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly string[];
  /** The text of the newest message of the user. */
  readonly lastText: string;
  /** Results of tools since then. */
  readonly results: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A request that the real server would refuse. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

export interface ModelWire {
  /** Throws Refused. */
  read(body: unknown, context: WireContext): Omit<AskedModel, 'wire' | 'body' | 'headers'>;
  readonly contentType: string;
  /** One text for each event of the stream, in its bytes; a promise where it waits. */
  stream(turn: ScriptedTurn, asked: AskedModel): Generator<string | Promise<unknown>>;
  /** The whole answer where no stream was asked for. */
  whole(turn: ScriptedTurn, asked: AskedModel): unknown;
  error(message: string, status: number): unknown;
}

export interface FixtureModel {
  readonly name: string;
  readonly tools?: boolean;
  readonly pictures?: boolean;
  readonly context?: number;
}

export interface WireContext {
  readonly models: readonly FixtureModel[];
}

export function usageOf({ usage = { input: 12, output: 7 } }: ScriptedTurn): { input: number; output: number } {
  return usage;
}

export function textsOf(turn: ScriptedTurn): string {
  return turn.pieces.map(piece => (piece.kind === 'text' ? piece.text : '')).join('');
}

export function callsOf(turn: ScriptedTurn): { id: string; name: string; json: string }[] {
  return turn.pieces.flatMap(piece =>
    piece.kind === 'tool-call' ? [{ id: piece.id, name: piece.name, json: piece.argumentPieces.join('') }] : [],
  );
}
