// The panel's requests about agents' configurations; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { clientStarts } from '../entities.ts';
import {
  AgentConfigSchema,
  ConfigChangedSchema,
  ConfigChangeSchema,
  ConfigPreviewSchema,
  ConfigSnippetsSchema,
  configOf,
  connectFields,
} from './agent-configs.ts';
import { ClientSchema } from './entities.ts';

const nothing = z.object({}).strict();
/** `hash` of the preview: a file that is another one by now is refused. Left out, the file is written as it is now. */
const seen = { hash: z.string().length(64).nullable().optional() };

export const agentConfigRequests = {
  /** Looks at every program and file again. The rows are `agentConfigs` of the state too, which follows every change. */
  'agent-configs:list': { params: nothing, result: z.object({ rows: z.array(AgentConfigSchema) }) },
  /** The change as it would be written. Refused with the reason where the file is broken, or is not ours to write. */
  'agent-configs:preview': { params: ConfigChangeSchema, result: ConfigPreviewSchema },
  /** Writes our entry, and makes the credential that it needs. A credential that is kept stays as it is. */
  'agent-configs:connect': {
    params: z.object({ ...configOf, ...connectFields, ...seen, start: z.enum(clientStarts).default('ask') }),
    result: ConfigChangedSchema,
  },
  /** Takes out our entry, nothing else, and revokes its credential. */
  'agent-configs:disconnect': { params: z.object({ ...configOf, ...seen }), result: ConfigChangedSchema },
  /** Puts a backup back byte for byte, the newest when none is named: undo. An entry of ours in it is given its credential again. */
  'agent-configs:restore': {
    params: z.object({ ...configOf, ...seen, version: z.number().int().optional() }),
    result: ConfigChangedSchema,
  },
  /** Of a row, or of a client that was made by hand. */
  'agent-configs:snippets': {
    params: z.union([z.object(configOf).strict(), z.object({ clientId: z.string().min(1).max(200) }).strict()]),
    result: ConfigSnippetsSchema,
  },
  /** A new secret for a client: the old one ends, and its agents are disconnected. The token is in this one answer only. */
  'clients:new-token': {
    params: z.object({ clientId: z.string().min(1).max(200) }),
    result: z.object({ client: ClientSchema, token: z.string() }),
  },
} as const;
