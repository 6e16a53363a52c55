// What the environment says to Harbor's own programs about how servers are run, understood here in the same way.

/**
 * `HARBOR_MCP_ISOLATION`: whether servers that are added get a runner of their own; only `0` says no. `HARBOR_CATALOG_WORKER`, which moves
 * the catalogue of Harbor's own bridge into another process, has nothing to say here: see README, "Servers".
 */
export function isolatesNewServers(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.HARBOR_MCP_ISOLATION !== '0';
}
