// The panel's requests about origins whose pages use the Web Agent API, and the event that comes with them; `panel-requests.ts` and
// `panel-events.ts` take them in. What an origin may is grants like all others, whose subject is the origin.
import { z } from 'zod';
import { pageOriginOf } from '../sites.ts';
import { ModelUsageSchema } from './models.ts';
import { ServerIdSchema } from './servers.ts';
import { foundText, saying } from './value-fault.ts';
import { SiteAnswerSchema, SiteChangeSchema, SiteRulesChangeSchema, siteQuestionEnds } from './web-agent.ts';

/** An origin as a person writes it takes its one form. */
export const PageOriginSchema = z
  .string()
  .max(300)
  .transform((text, context) => {
    const origin = pageOriginOf(text);
    if (origin !== null) return origin;
    context.addIssue({ code: 'custom', ...saying({ kind: 'no-site-origin', found: foundText(text) }) });
    return z.NEVER;
  });

const done = z.object({}).strict();
const one = z.object({ origin: PageOriginSchema }).strict();

export const siteRequests = {
  /** Blocks it or lets it in again, sets flags of its own or, by null, takes them back. Blocking ends its grants, open calls and questions. */
  'sites:set': { params: SiteChangeSchema.extend(one.shape).strict(), result: done },
  /** Changes what is named for all pages. */
  'sites:rules': { params: z.object({ change: SiteRulesChangeSchema }).strict(), result: done },
  /** What is set and known of it is gone, with its grants and denials: its pages are asked about anew. */
  'sites:forget': { params: one, result: done },
  /**
   * One of the tools that its pages may call: ticked for always, or not any more, in whatever was granted to it. `toolId` is the hub's id of a
   * tool that is offered; taken away can be any.
   */
  'sites:tick': { params: one.extend({ toolId: z.string().min(1).max(300), on: z.boolean() }), result: done },
  /** Refused where the question has ended or asks for more than the answer knows. */
  'sites:answer': { params: SiteAnswerSchema, result: done },
  /** A server that a page brought is there for agents too, or for its site alone again. */
  'sites:open-server': { params: z.object({ serverId: ServerIdSchema, open: z.boolean() }).strict(), result: done },
  /** What its pages used of models in the last seven days, the newest first; of one origin or of all. */
  'sites:usage': {
    params: z.object({ origin: PageOriginSchema.optional() }).strict(),
    result: z.object({ usage: z.array(ModelUsageSchema) }),
  },
} as const;

export const siteEvents = {
  /** A page asks no more. */
  'sites:question-ended': z.object({
    questionId: z.string(),
    origin: z.string(),
    tab: z.object({ browserId: z.string(), tabId: z.number() }),
    end: z.enum(siteQuestionEnds),
  }),
} as const;
