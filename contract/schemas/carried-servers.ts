// The servers that somebody who was connected has carried, as they are kept: what was decided about one holds for it alone.
import { z } from 'zod';

export const CarriedServerSchema = z.object({
  id: z.string().min(1).max(100),
  /** The extension whose it is. */
  owner: z.string().max(200),
  name: z.string().max(500),
});
export type CarriedServer = z.infer<typeof CarriedServerSchema>;

export const CarriedServersSchema = z.array(CarriedServerSchema).max(1_000);
