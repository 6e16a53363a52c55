// The panel's requests about MCPB bundles and links that add servers; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { maxPieceChars } from '../bundle-pieces.ts';
import { BundleSchema } from './bundles.ts';
import { ServerIdSchema } from './servers.ts';

const done = z.object({}).strict();
const id = z.string().min(1).max(200);
const opened = z.object({ bundle: BundleSchema });
const fileName = z.string().min(1).max(255);

export const bundleRequests = {
  /** Reads the bundle at an absolute path of this machine, judges it and keeps it until it is dropped. Runs nothing. */
  'bundles:open': { params: z.object({ path: z.string().min(1).max(4_000) }), result: opened },
  /** One that is open already, as a double click or another page has left it. */
  'bundles:get': { params: z.object({ bundleId: id }), result: opened },
  /** Begins a bundle that comes in pieces, as a page that was dropped one has it. */
  'bundles:receive': {
    params: z.object({ file: fileName, bytes: z.number().int().min(1) }),
    result: z.object({ uploadId: z.string() }),
  },
  'bundles:piece': { params: z.object({ uploadId: id, data: z.string().max(maxPieceChars) }), result: done },
  /** Opens what has come. */
  'bundles:received': { params: z.object({ uploadId: id }), result: opened },
  /** Forgets one that was opened or is coming. */
  'bundles:drop': { params: z.object({ bundleId: id }), result: done },
  /** A server as a bundle, in pieces of base64: first with offset 0. Without secrets: these become `user_config`. */
  'bundles:export': {
    params: z.object({ serverId: ServerIdSchema, offset: z.number().int().min(0).default(0) }),
    result: z.object({ file: fileName, bytes: z.number(), data: z.string() }),
  },
} as const;
