// A server's config as the panel reads and changes it: all of it but values that look like secrets.
import { z } from 'zod';
import { ReasonSchema } from './reason.ts';
import { EnvironmentGroupSchema } from './servers.ts';

export const VariableSchema = z.object({
  name: z.string(),
  /** Names of the secrets in its value; none where the value itself stands in the config. */
  secrets: z.array(z.string()),
  /** As it stands in the config, with `${secret:NAME}` in place of secrets; null where it looks like one, and in approvals from before values were kept. */
  value: z.string().nullable().default(null),
  /** Its value looks like a secret and stands in the config, so it is not shown. */
  looksSecret: z.boolean().default(false),
});
export type Variable = z.infer<typeof VariableSchema>;

const Text = z.string().min(1).max(20_000);
const Texts = z.array(z.string().max(20_000)).max(1_000);

/** `variables` are those of the environment, or the headers of a remote server. */
function shapes<V extends z.ZodType>(variables: V) {
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('stdio'), command: Text, args: Texts, cwd: z.string().nullable(), variables }),
    z.object({ kind: z.enum(['http', 'sse', 'fleet']), url: Text, variables }),
    z.object({ kind: z.literal('javascript'), file: Text, hosts: Texts, variables }),
    z.object({
      kind: z.literal('wasm'),
      file: Text,
      args: Texts,
      folders: z.array(z.object({ path: Text, as: Text })).max(100),
      variables,
    }),
  ]);
}

/** What an approval is given for. */
export const ServerShapeSchema = shapes(z.array(VariableSchema));
export type ServerShape = z.infer<typeof ServerShapeSchema>;

/** What a server gets of the user's environment. */
export const ServerEnvironmentSchema = z.object({
  variables: z.array(
    z.object({
      name: z.string(),
      /** Without who is named in an address, and cut. */
      value: z.string(),
      /** Null for what every program needs, such as HOME. */
      group: EnvironmentGroupSchema.nullable(),
      /** `hub`: what the hub was started with. `composed`: put together of several, as the PATH is. */
      origin: z.enum(['hub', 'shell', 'composed']),
      /** `replaced`: the server's own setting of that name stands in its place. */
      passes: z.enum(['passes', 'withheld', 'replaced']),
    }),
  ),
  /** Groups that the user withholds, and those that a sandbox does. */
  withheld: z.array(EnvironmentGroupSchema),
  bySandbox: z.array(EnvironmentGroupSchema),
});
export type ServerEnvironment = z.infer<typeof ServerEnvironmentSchema>;

/** Something of a config by which its command may run other code than it shows. */
export const ServerRiskSchema = z.object({
  place: z.enum(['variable', 'argument', 'folder']),
  /** Of the variable or option; of a folder its path. */
  name: z.string(),
  reason: ReasonSchema,
  /** Where that is documented. */
  source: z.string(),
});
export type ServerRisk = z.infer<typeof ServerRiskSchema>;

/** A file with data of a server, where an update deletes it or the server does not find it any more. */
export const StrayDataSchema = z.object({
  file: z.string(),
  bytes: z.number(),
  /** Milliseconds since the epoch. */
  modifiedAt: z.number(),
  /** Where it would be copied. */
  to: z.string(),
  /** The variable that will name it; null where the server finds it there by itself. */
  variable: z.string().nullable(),
});
export type StrayData = z.infer<typeof StrayDataSchema>;

/** A changed config; null keeps the value that a variable has. */
export const ServerEditSchema = shapes(z.record(z.string().max(1_000), z.string().max(100_000).nullable()));
export type ServerEdit = z.infer<typeof ServerEditSchema>;

const Cut = z.string().nullable();

/** What a server lists beside its tools, as it describes it. */
export const ServerOffersSchema = z.object({
  resources: z.array(z.object({ uri: z.string(), name: z.string(), description: Cut, mimeType: Cut })),
  templates: z.array(z.object({ uri: z.string(), name: z.string(), description: Cut, mimeType: Cut })),
  prompts: z.array(z.object({ name: z.string(), description: Cut, arguments: z.array(z.string()) })),
  /** How many of each there are; the lists above may hold fewer. */
  counts: z.object({ resources: z.number(), templates: z.number(), prompts: z.number() }),
});
export type ServerOffers = z.infer<typeof ServerOffersSchema>;
