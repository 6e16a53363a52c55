// The panel's requests about agents and the credentials they come with; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { clientStarts, runModes, toolListings } from '../entities.ts';
import { AgentFiguresSchema, ClientSchema } from './entities.ts';
import { ToolCostSchema } from './tools.ts';

const nothing = z.object({}).strict();
const done = z.object({}).strict();
const name = z.string().trim().min(1).max(60);
const id = z.string().min(1).max(200);

function request<P extends z.ZodType, R extends z.ZodType>(params: P, result: R) {
  return { params, result };
}

export const peopleRequests = {
  /** Makes a credential. The token is in this one answer only; the hub keeps its hash. */
  'clients:create': request(
    z.object({ name, start: z.enum(clientStarts) }),
    z.object({
      client: ClientSchema,
      /** An absolute command line for stdio clients, as argv and as one quoted line. */
      stdio: z.object({ command: z.string(), args: z.array(z.string()), line: z.string() }),
      /** `url` is null while MCP over HTTP is not open. */
      http: z.object({ url: z.string().nullable(), token: z.string() }),
    }),
  ),
  /** The new name holds everywhere at once; what the trace has keeps the old one. */
  'clients:rename': request(z.object({ clientId: id, name }), done),
  /** Lets in or shuts out who came without a credential. Who is shut out is disconnected, and each call is refused. */
  'clients:admit': request(z.object({ clientId: id, admitted: z.boolean() }), done),
  'clients:set-start': request(z.object({ clientId: id, start: z.enum(clientStarts) }), done),
  /** How it is offered tools; its agents are told that their lists have changed. */
  'clients:set-listing': request(z.object({ clientId: id, listing: z.enum(toolListings) }), done),
  /** Whether it may ask the hub about itself. */
  'clients:set-sees-hub': request(z.object({ clientId: id, on: z.boolean() }), done),
  /** How much the definitions come to that it is listed, in each way. */
  'clients:tool-costs': request(
    z.object({ clientId: id }),
    z.object({ whole: ToolCostSchema, groups: ToolCostSchema, search: ToolCostSchema }),
  ),
  'clients:revoke': request(z.object({ clientId: id }), done),
  'agents:disconnect': request(z.object({ agentId: id }), done),
  /** How long the newest calls of each agent took, without the time that the user was waited for. */
  'agents:figures': request(nothing, z.object({ figures: z.array(AgentFiguresSchema) })),
  /** In which browser it works from its next call on. Calls that wait are refused and may be made again; its tabs elsewhere stay its own. */
  'agents:set-browser': request(z.object({ agentId: id, browserId: id }), done),
  /** It is held to its plan no longer. */
  'agents:free': request(z.object({ agentId: id }), done),
  /** What one agent may do; the stricter of this and the hub's mode holds. It is kept for its return. */
  'agents:set-mode': request(z.object({ agentId: id, mode: z.enum(runModes) }), done),
} as const;
