// Speaking to the hub that runs on a data home, from another process of the same user.
import { z } from 'zod';
import { connectToHub } from '../../native-host/relay/hub-connection.ts';

export type HubQuestion = 'status' | 'open' | 'stop';

const AnswerSchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ message: z.string() }) }),
]);

/** Asks the running hub. Rejects with a sentence when none runs, it does not prove itself or it speaks otherwise. */
export async function askHub<T>(home: string, question: HubQuestion, schema: z.ZodType<T>): Promise<T> {
  const channel = await connectToHub({ home, role: 'cli', hello: {} });
  try {
    channel.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: question }));
    const answer = read(AnswerSchema, JSON.parse((await channel.takeFrame()).toString('utf8')), home);
    if ('error' in answer) throw new Error(answer.error.message);
    return read(schema, answer.result, home);
  } finally {
    channel.close();
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown, home: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`The hub on ${home} is of another version of Pilothouse; stop it, then start it again.`);
}

/** Brings the running hub's window to the front (null) or returns a fresh one-time URL of its panel. */
export async function askRunningHub(home: string, question: 'open'): Promise<string | null> {
  return (await askHub(home, question, z.object({ url: z.string().nullable() }))).url;
}
