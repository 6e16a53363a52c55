// What the command line asks of a running hub over the hub endpoint, and what it is answered.
import { z } from 'zod';
import { browserQuestions } from './browser-requests.ts';
import { ExplainAskSchema, ExplanationSchema, NewGrantSchema } from './grants.ts';
import { GrantSchema } from './permissions.ts';
import { PolicyStateSchema } from './policy-state.ts';
import { SnapshotSchema } from './snapshot.ts';

const nothing = z.object({}).default({});

/** Every question with its parameters and its answer. */
export const cliQuestions = {
  status: { params: nothing, answer: SnapshotSchema },
  /**
   * A fresh one-time URL of the panel, or null when a window came to the front. With `browse` also the path of a private page
   * that leads a browser there, because arguments of programs are no place for the URL.
   */
  open: {
    params: z.object({ browse: z.boolean().default(false) }).default({ browse: false }),
    answer: z.object({ url: z.string().nullable(), page: z.string().nullable() }),
  },
  /** The process that is ending now. */
  stop: { params: nothing, answer: z.object({ pid: z.number().int().positive() }) },
  'grants:list': {
    params: nothing,
    answer: z.object({
      grants: z.array(GrantSchema),
      clients: z.array(z.object({ id: z.string(), name: z.string() })),
      policy: PolicyStateSchema,
    }),
  },
  'grants:set': { params: NewGrantSchema, answer: z.object({ grant: GrantSchema }) },
  'grants:revoke': { params: z.object({ grantId: z.string().max(200) }), answer: z.object({}) },
  'grants:explain': { params: ExplainAskSchema, answer: ExplanationSchema },
  ...browserQuestions,
} as const;

export type CliQuestion = keyof typeof cliQuestions;
export type CliParams<Q extends CliQuestion> = z.input<(typeof cliQuestions)[Q]['params']>;
export type CliParsedParams<Q extends CliQuestion> = z.output<(typeof cliQuestions)[Q]['params']>;
export type CliAnswer<Q extends CliQuestion> = z.output<(typeof cliQuestions)[Q]['answer']>;
