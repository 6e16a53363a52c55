// How a program is told of its proxy.

/** `proxy` is an address such as `http://127.0.0.1:1234`. Nothing is exempt, because nothing else is reached. */
export function proxyVariables(proxy: string): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  return {
    ...Object.fromEntries(names.map(name => [name, proxy])),
    NO_PROXY: '',
    no_proxy: '',
    // Newer versions of Node look at these names only when asked to.
    NODE_USE_ENV_PROXY: '1',
  };
}
