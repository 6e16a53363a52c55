// What the environment says to Harbor's own programs about how servers are run, understood here in the same way.

export interface HarborEnvironment {
  /** `HARBOR_MCP_ISOLATION`: whether servers that are added get a runner of their own. Only `0` says no. */
  readonly isolation: boolean;
  /** `HARBOR_CATALOG_WORKER`: whether the catalogue of servers is to be read beside the hub. Only `1` says yes. */
  readonly catalogWorker: boolean;
}

export function harborEnvironment(env: Readonly<Record<string, string | undefined>>): HarborEnvironment {
  return { isolation: env.HARBOR_MCP_ISOLATION !== '0', catalogWorker: env.HARBOR_CATALOG_WORKER === '1' };
}
