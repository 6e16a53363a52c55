// Speaking to the hub that runs on a data home, from another process of the same user.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { connectToHub } from '../../native-host/relay/hub-connection.ts';
import { cliQuestions } from '../contract/cli.ts';
import type { CliAnswer, CliParams, CliQuestion } from '../contract/cli.ts';

const ReplySchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ message: z.string() }) }),
]);

/** Asks the running hub. Rejects with a sentence when none runs, it does not prove itself or it speaks otherwise. */
export async function askHub<Q extends CliQuestion>(
  home: string,
  question: Q,
  params: CliParams<Q>,
): Promise<CliAnswer<Q>> {
  const channel = await connectToHub({ home, role: 'cli', hello: {} });
  try {
    channel.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: question, params }));
    const reply = read(ReplySchema, JSON.parse((await channel.takeFrame()).toString('utf8')), home);
    if ('error' in reply) throw new Error(reply.error.message);
    // The table pairs each question with its own answer, which a union of names hides.
    return read(cliQuestions[question].answer as unknown as z.ZodType<CliAnswer<Q>>, reply.result, home);
  } finally {
    channel.close();
  }
}

const readyMs = 5_000;
const retryMs = 100;

/** Asks for the panel of a hub that holds the lock of this home. It takes that before it can be asked, so it is given time. */
export async function askRunningHub(home: string, browse: boolean): Promise<CliAnswer<'open'>> {
  const deadline = Date.now() + readyMs;
  for (;;) {
    try {
      return await askHub(home, 'open', { browse });
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(retryMs);
    }
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown, home: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`The hub on ${home} is of another version of Pilothouse; stop it, then start it again.`);
}
