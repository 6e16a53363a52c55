// Permission grants and the prompts that lead to them.
import { z } from 'zod';
import { breadths, describedActs, lifetimes, scopes } from '../permissions.ts';
import { siteOf } from '../sites.ts';
import { ClaimedProgramSchema } from './endpoint.ts';
import { ReasonSchema } from './reason.ts';
import { foundText, saying } from './value-fault.ts';
import type { Scope } from '../permissions.ts';

export const ScopeSchema = z.enum(Object.keys(scopes) as [Scope, ...Scope[]]);

/** Who a grant is for: an approved client (a credential or a compatibility endpoint), a web origin, a plugin, another hub of the fleet. */
export const SubjectSchema = z.object({ kind: z.enum(['client', 'origin', 'plugin', 'hub']), id: z.string() });
export type Subject = z.infer<typeof SubjectSchema>;

/** A subject as a person writes it; a web origin takes its one form. */
export const WrittenSubjectSchema = SubjectSchema.strict().transform((subject, context): Subject => {
  if (subject.kind !== 'origin') return subject;
  const origin = siteOf(subject.id);
  if (origin !== null && !origin.includes('*')) return { ...subject, id: origin };
  context.addIssue({
    code: 'custom',
    path: ['id'],
    ...saying({ kind: 'no-web-origin', found: foundText(subject.id) }),
  });
  return z.NEVER;
});

/** What a grant speaks of. `any` is every resource of its scope. A site is as `siteOf` writes it: `https://*.example.com`. */
export const ResourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('any') }),
  z.object({ kind: z.literal('site'), origin: z.string() }),
  z.object({ kind: z.literal('tab'), browserId: z.string(), tabId: z.number() }),
  z.object({ kind: z.literal('server'), serverId: z.string() }),
  z.object({ kind: z.literal('plugin'), pluginId: z.string() }),
]);
export type Resource = z.infer<typeof ResourceSchema>;

export const GrantSchema = z.object({
  /** Rises with every grant and is never given twice, over restarts too. */
  id: z.string(),
  subject: SubjectSchema,
  /** Set when the grant ends with this agent (`agent`). */
  agentId: z.string().nullable(),
  effect: z.enum(['allow', 'deny']),
  scope: ScopeSchema,
  /** Tool ids it is limited to; null is every tool of the scope. */
  tools: z.array(z.string()).nullable(),
  /** Whether it speaks only of calls that read. */
  reading: z.boolean(),
  resource: ResourceSchema,
  lifetime: z.enum(lifetimes),
  /** Set when the grant ends with this tab (`once`). */
  tab: z.object({ browserId: z.string(), tabId: z.number() }).nullable(),
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  uses: z.number(),
  lastUsedAt: z.number().nullable(),
  /** The client that told of the user's answer, where that was given in its own window; absent where it was given in Pilothouse. */
  via: z.string().optional(),
});
export type Grant = z.infer<typeof GrantSchema>;

/** What a call would act on, as its page was when the user was asked; for the user alone. */
export const CallDescriptionSchema = z.object({
  /** Null for what acts on no element. */
  act: z.enum(describedActs).nullable(),
  /** Of the page; '' where it has none. */
  title: z.string(),
  /** In the order in which the call names them; null for what was not there, or could not be told. */
  elements: z.array(
    z.object({ role: z.string(), name: z.string(), frame: z.string().nullable(), isInView: z.boolean() }).nullable(),
  ),
  /** How many more elements there are than are named here. */
  more: z.number().int(),
  /** Why no element is named: its browser did not say in time, or its extension cannot say. */
  untold: z.enum(['no-answer', 'cannot']).nullable(),
  /** Whether `prompts:picture` has one. */
  hasPicture: z.boolean(),
});
export type CallDescription = z.infer<typeof CallDescriptionSchema>;

/** One of the calls that wait at a prompt. */
const PromptAskSchema = z.object({
  agentId: z.string(),
  tool: z.string(),
  where: ReasonSchema,
  call: z.string(),
  argumentsText: z.string(),
  argumentsChars: z.number(),
  /** Absent where the call is about no page. */
  description: CallDescriptionSchema.optional(),
  calls: z.number(),
});
export type PromptAsk = z.infer<typeof PromptAskSchema>;

/** A question to the user. Identical asks of one client join one prompt. */
export const PromptSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  /** Whose the answer will be: the client, or the web origin of a page that came with its credential. */
  subject: SubjectSchema,
  agentId: z.string(),
  agentName: z.string(),
  program: ClaimedProgramSchema.nullable(),
  scope: ScopeSchema,
  tool: z.string(),
  resource: ResourceSchema,
  /** The origin that it is about, where it is about one. */
  site: z.string().nullable(),
  readOnly: z.boolean(),
  /** It may destroy something: it shares its card only with the very same call. */
  destructive: z.boolean(),
  /** The answers it can be given, from the narrowest to the widest. */
  breadths: z.array(z.enum(breadths)),
  /** One of the codes that tell where a call goes. */
  where: ReasonSchema,
  tab: z.object({ browserId: z.string(), tabId: z.number() }).nullable(),
  /** Which call it is: a digest of the tool, the place and all of the arguments as they will be sent. Calls with one digest are one call. */
  call: z.string(),
  /** The arguments as JSON text, secrets masked, cut at 2,000 characters. */
  argumentsText: z.string(),
  /** How many characters they are before the cut. */
  argumentsChars: z.number(),
  /** Absent where the call is about no page. */
  description: CallDescriptionSchema.optional(),
  calls: z.number(),
  /** The different calls among them, the oldest first; at most 20. */
  asks: z.array(PromptAskSchema),
  askedAt: z.number(),
  expiresAt: z.number(),
});
export type Prompt = z.infer<typeof PromptSchema>;
