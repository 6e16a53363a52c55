// What Harbor's second generation asks of its bridge: the params of its methods, as far as the hub reads them.
import { z } from 'zod';

const Id = z.string().min(1).max(100);
const Args = z.record(z.string(), z.unknown());

/** Of a script's variables. */
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,79}$/);

export const StartScriptSchema = z.object({
  id: Id,
  code: z
    .string()
    .min(1)
    .max(10 * 1024 * 1024),
  env: z.record(VariableName, z.string().max(65_536)).default({}),
  capabilities: z
    .object({
      network: z.object({ allowed_hosts: z.array(z.string().min(1).max(300)).max(200).default([]) }).optional(),
    })
    .default({}),
});
export type StartScript = z.infer<typeof StartScriptSchema>;

export const ScriptNameSchema = z.object({ id: Id });

export const CallScriptSchema = z.object({
  id: Id,
  request: z.looseObject({
    id: z.unknown().optional(),
    method: z.string().min(1).max(200),
    params: z.unknown().optional(),
  }),
  /** The origin and the tab that it is about, for what the script asks of the extension. */
  context: Args.nullish(),
});

/** What is kept of a script: which server it is, and for what its code was added. */
export const KeptScriptSchema = z.object({
  serverId: z.string(),
  file: z.string(),
  hosts: z.array(z.string()),
  variables: z.array(z.string()),
  /** Variables that stand for a token of the script's own sign-in. */
  tokens: z.array(z.string()).default([]),
});
export type KeptScript = z.infer<typeof KeptScriptSchema>;

export const RegisterToolsSchema = z.object({
  server_id: Id,
  tools: z
    .array(
      z.object({
        name: z.string().min(1).max(200),
        description: z.string().max(20_000).nullish(),
        inputSchema: Args.nullish(),
      }),
    )
    .max(500),
});
export type RegisteredTools = z.infer<typeof RegisterToolsSchema>['tools'];

export const UnregisterToolsSchema = z.object({ server_id: Id });

export const CallToolSchema = z.object({
  serverId: Id,
  toolName: z.string().min(1).max(200),
  args: Args.nullish(),
});

export const SubmitResultSchema = z.object({
  call_id: z.string().max(100),
  result: z.unknown().optional(),
  error: z.string().nullish(),
});

/** A message of a conversation; `tool_calls` as OpenAI has them. */
const ChatMessageSchema = z.object({
  role: z.string().max(40),
  content: z.string().nullish(),
  tool_call_id: z.string().max(300).nullish(),
  name: z.string().max(300).nullish(),
  tool_calls: z
    .array(
      z.object({
        id: z.string().max(300).optional(),
        function: z.object({ name: z.string().max(300), arguments: z.unknown() }),
      }),
    )
    .max(200)
    .nullish(),
});
export type HarborChatMessage = z.infer<typeof ChatMessageSchema>;

export const ChatSchema = z.object({
  model: z.string().max(400).nullish(),
  messages: z.array(ChatMessageSchema).max(10_000),
  temperature: z.number().nullish(),
  max_tokens: z.number().int().positive().nullish(),
  system_prompt: z.string().nullish(),
  /** As Harbor's web side calls the same. */
  system: z.string().nullish(),
  tools: z
    .array(
      z.object({
        name: z.string().min(1).max(300),
        description: z.string().nullish(),
        input_schema: Args.nullish(),
        inputSchema: Args.nullish(),
      }),
    )
    .max(1_000)
    .nullish(),
});
export type HarborChat = z.infer<typeof ChatSchema>;
