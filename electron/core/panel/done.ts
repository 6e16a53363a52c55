// The answer to a request that asks for nothing but to be carried out.

/** Rejects with what the work rejects with. */
export async function done(work: unknown): Promise<Record<string, never>> {
  await work;
  return {};
}
