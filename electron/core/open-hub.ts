// Speaking to the hub that runs on a data home, from another process of the same user.
import { z } from 'zod';
import { connectToHub } from '../../native-host/relay/hub-connection.ts';

export type HubQuestion = 'status' | 'open' | 'stop';

const AnswerSchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ message: z.string() }) }),
]);

/** Asks the running hub. Rejects with a sentence when none runs or it does not prove itself. */
export async function askHub(home: string, question: HubQuestion): Promise<unknown> {
  const channel = await connectToHub({ home, role: 'cli', hello: {} });
  try {
    channel.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: question }));
    const answer = AnswerSchema.parse(JSON.parse((await channel.takeFrame()).toString('utf8')));
    if ('error' in answer) throw new Error(answer.error.message);
    return answer.result;
  } finally {
    channel.close();
  }
}

/** Brings the running hub's window to the front (null) or returns a fresh one-time URL of its panel. */
export async function askRunningHub(home: string, question: 'open'): Promise<string | null> {
  return z.object({ url: z.string().nullable() }).parse(await askHub(home, question)).url;
}
