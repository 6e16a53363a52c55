// Speaking to the hub that runs on a data home, from another process of the same user.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { waitsMethod } from '../../contract/cli.ts';
import { cliQuestions } from '../../contract/schemas/cli.ts';
import { ReasonSchema } from '../../contract/schemas/reason.ts';
import { connectToHub } from '../../native-host/relay/hub-connection.ts';
import { hubError } from '../../words/hub-error.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { CliAnswer, CliParams, CliQuestion } from '../../contract/schemas/cli.ts';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';

const ReplySchema = z.union([
  z.object({
    method: z.literal(waitsMethod),
    params: z.object({ text: z.string(), reason: ReasonSchema.optional().catch(undefined) }),
  }),
  z.object({
    error: z.object({
      message: z.string(),
      data: z
        .object({ code: z.string(), reason: ReasonSchema.optional().catch(undefined) })
        .optional()
        .catch(undefined),
    }),
  }),
  z.object({ result: z.unknown() }),
]);

type Reply = z.infer<typeof ReplySchema>;

/** The hub's own refusal. */
export class HubAnswerError extends Error {
  /** Of contract/errors.ts; absent where the hub names none. */
  readonly code: string | undefined;
  /** What `message` says, as a value; absent where the hub has only the sentence. */
  readonly reason: Reason | undefined;

  constructor(message: string, code: string | undefined, reason: Reason | undefined) {
    super(message);
    this.reason = reason;
    this.code = code;
  }
}

/** The hub has ended, or the connection to it, before it answered. */
export class HubGoneError extends Error {}

/** What an answer waits for: in English, and as a value where the hub tells it. */
export type OnWaits = (sentence: string, reason: Reason | undefined) => void;

/** A connection to a running hub, for one question after another. */
export interface AskedHub {
  /** Resolves with its answer; `onWaits` is told what that waits for. Rejects with HubAnswerError when the hub refuses. */
  ask<Q extends CliQuestion>(question: Q, params: CliParams<Q>, onWaits?: OnWaits): Promise<CliAnswer<Q>>;
  close(): void;
}

/** Rejects with a sentence when no hub runs, it does not prove itself or it speaks otherwise. Ask one question at a time. */
export async function openHub(home: string): Promise<AskedHub> {
  const channel = await connectToHub({ home, role: 'cli', hello: {} });
  const next = reader(channel, home);
  let id = 0;
  return {
    ask: async <Q extends CliQuestion>(question: Q, params: CliParams<Q>, onWaits: OnWaits = () => {}) => {
      channel.send(JSON.stringify({ jsonrpc: '2.0', id: ++id, method: question, params }));
      let reply = await next();
      while ('method' in reply) {
        onWaits(reply.params.text, reply.params.reason);
        reply = await next();
      }
      if ('error' in reply)
        throw new HubAnswerError(reply.error.message, reply.error.data?.code, reply.error.data?.reason);
      // The table pairs each question with its own answer, which a union of names hides.
      return read(cliQuestions[question].answer as unknown as z.ZodType<CliAnswer<Q>>, reply.result, home);
    },
    close: () => channel.close(),
  };
}

/** The hub's next reply, whether it has come already or not; rejects with HubGoneError once the connection is closed. */
function reader(channel: FrameChannel, home: string): () => Promise<Reply> {
  const come: string[] = [];
  let gone: string | null = null;
  let wake = () => {};
  channel.onText(text => {
    come.push(text);
    wake();
  });
  channel.onClose(reason => {
    gone = reason;
    wake();
  });
  return async () => {
    if (come.length === 0 && gone === null) await new Promise<void>(resolve => (wake = resolve));
    const text = come.shift();
    if (text === undefined) throw new HubGoneError(gone ?? '');
    return read(ReplySchema, JSON.parse(text), home);
  };
}

/** One question on a connection of its own. Rejects as `openHub` and `ask` do. */
export async function askHub<Q extends CliQuestion>(
  home: string,
  question: Q,
  params: CliParams<Q>,
  onWaits?: OnWaits,
): Promise<CliAnswer<Q>> {
  const hub = await openHub(home);
  try {
    return await hub.ask(question, params, onWaits);
  } finally {
    hub.close();
  }
}

const readyMs = 5_000;
const retryMs = 100;

/** Asks for the panel of a hub that holds the lock of this home. It takes that before it can be asked, so it is given time. */
export async function askRunningHub(home: string, browse: boolean, onWaits: OnWaits): Promise<CliAnswer<'open'>> {
  const deadline = Date.now() + readyMs;
  for (;;) {
    try {
      return await askHub(home, 'open', { browse }, onWaits);
    } catch (error) {
      if (error instanceof HubAnswerError || Date.now() > deadline) throw error;
      await sleep(retryMs);
    }
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown, home: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw hubError('ERR_INTERNAL', { kind: 'other-hub', home });
}
