// What the doctor and the hub's log say: codes with their facts. Paths have the user's home as `~`.

export interface DoctorFindings {
  // The data home.
  'doctor-home-writes': { path: string; octal: string; freeMb: number; bytes: number };
  'doctor-by-program': object;
  'doctor-home-none': { path: string };
  'doctor-home-no-folder': { path: string };
  'doctor-home-of-user': { path: string; owner: number };
  'doctor-home-mode': { path: string; octal: string; wanted: string };
  'doctor-home-full': { path: string; code: string };
  'doctor-home-read-only': { path: string; code: string };
  'doctor-home-nearly-full': { path: string; freeMb: number };
  'doctor-key-none': { path: string };
  'doctor-key-broken': { path: string };
  'doctor-token-none': { path: string };

  // The lock.
  'doctor-lock-held': { pid: number };
  'doctor-no-hub': { home: string };
  'doctor-hub-silent': { home: string };
  'doctor-lock-free': { home: string; pid: number };
  'doctor-second-home': { home: string; pid: number };
  'doctor-clock-jumped': { seconds: number };

  // Ways in.
  'doctor-endpoints-open': { open: number; all: number };
  'doctor-endpoint-silent': { endpoint: string; code: string };
  'doctor-record-none': { path: string };
  'doctor-record-broken': { path: string };
  'doctor-record-of-other': { path: string; pid: number };
  'doctor-record-dead': { path: string; pid: number };
  'doctor-record-reused': { path: string; pid: number };
  'doctor-record-mode': { path: string; octal: string; wanted: string };
  'doctor-socket-stale': { path: string };
  'doctor-socket-gone': { path: string };
  'doctor-proxy-set': { variables: readonly string[] };

  // The browser.
  /** `browser`: with its version, where that is known. */
  'doctor-browser-runs': { browser: string; pid: number };
  'doctor-browser-open': { browser: string };
  'doctor-browser-closed': { browser: string };
  'doctor-browser-unsure': { browser: string };
  'doctor-no-browser': object;

  // Its extension.
  'doctor-extension-there': { id: string; version: string };
  'doctor-extension-none': { browser: string };
  'doctor-extension-off': { browser: string };
  'doctor-extension-unsure': { path: string; code: string };
  'doctor-extension-folder-none': { path: string };
  'doctor-extension-for-now': { browser: string };
  'doctor-extension-by-hello': { version: string };
  'doctor-profile-broken': { path: string; browser: string };
  'doctor-extension-fits': { version: string };
  'doctor-extension-older': { version: string; hub: string };
  'doctor-extension-newer': { version: string; hub: string };

  // The manifest.
  'doctor-manifest-taken': { path: string; program: string };
  'doctor-program-runs': { program: string; pids: readonly number[] };
  'doctor-program-ready': { program: string };
  'doctor-program-unsure': { program: string };
  'doctor-manifest-absent': { path: string; browser: string };
  'doctor-manifest-not-on': { browser: string };
  'doctor-manifest-no-json': { path: string; line: number; column: number };
  'doctor-manifest-bom': { path: string };
  'doctor-manifest-utf16': { path: string };
  'doctor-manifest-name': { path: string; name: string; wanted: string };
  'doctor-manifest-type': { path: string; type: string };
  'doctor-manifest-relative': { path: string; program: string };
  'doctor-program-gone': { path: string; program: string };
  'doctor-program-not-executable': { program: string; octal: string };
  'doctor-program-interpreter': { program: string; interpreter: string };
  'doctor-manifest-foreign-program': { browser: string; program: string };
  'doctor-manifest-other-home': { program: string; home: string };
  'doctor-manifest-no-origin': { path: string; id: string };
  'doctor-manifest-bad-origin': { path: string; origin: string };
  'doctor-manifest-dangling': { path: string; to: string };
  'doctor-manifest-not-read': { path: string; code: string };
  'doctor-manifest-is-folder': { path: string };
  'doctor-manifest-misplaced': { path: string; wanted: string; browser: string };

  // The launcher and the relay.
  'doctor-launcher-starts': { path: string };
  'doctor-launcher-none': { path: string };
  'doctor-launcher-not-executable': { path: string; octal: string };
  'doctor-launcher-interpreter': { path: string; interpreter: string };
  'doctor-launcher-no-node': { path: string; node: string };
  'doctor-launcher-no-relay': { path: string };
  'doctor-launcher-old': { path: string };
  'doctor-launcher-exits': { path: string; code: number; said: string };
  'doctor-launcher-not-started': { path: string; code: string };
  'doctor-launcher-silent': { path: string; seconds: number };
  'doctor-relay-garbage': { path: string; bytes: number };
  'doctor-relay-away': { path: string; said: string };
  'doctor-ping-answered': { sent: number; received: number };
  'doctor-ping-other': { said: string };
  'doctor-ping-silent': { seconds: number };
  'doctor-proof-fine': object;
  'doctor-hello-now': { browser: string; version: string };
  'doctor-hello-before': { browser: string };
  'doctor-hello-never': { browser: string };
  'doctor-hello-waits': { browser: string; code: string };
  'doctor-hello-denied': { browser: string };

  // An agent.
  'doctor-shim-connected': { client: string };
  'doctor-shim-ended': { said: string };
  'doctor-shim-silent': { seconds: number };
  'doctor-client-secret-none': { client: string; path: string };
  'doctor-agent-other-home': { app: string; path: string; home: string };
  'doctor-tools-arrived': { tools: number; bytes: number; tokens: number };
  'doctor-tools-none': object;
  'doctor-tools-failed': { said: string };

  // A page.
  'doctor-page-answered': { browser: string };
  'doctor-page-none': { browser: string };

  // What a repair does.
  'doctor-sets-modes': { places: readonly string[] };
  'doctor-sets-aside': { path: string };
  'doctor-removes-socket': { path: string };
  'doctor-publishes-record': { path: string };
  'doctor-turns-off': { endpoint: string };
  'doctor-takes-free-port': { port: number };
  'doctor-writes-manifest': { path: string; program: string };
  'doctor-writes-launcher': { path: string };
  'doctor-approves-browser': { browser: string; code: string };
  'doctor-starts-browser': { browser: string };

  // By hand.
  'doctor-hand-command': { command: string };
  'doctor-hand-start-hub': object;
  'doctor-hand-restart-hub': object;
  'doctor-hand-free-space': object;
  'doctor-hand-other-home': object;
  'doctor-hand-move-away': { path: string };
  'doctor-hand-make-room': { path: string; browser: string };
  'doctor-hand-newer': object;
  'doctor-hand-quit-other': { pid: number };
  'doctor-hand-start-browser': { browser: string };
  'doctor-hand-install-browser': object;
  'doctor-hand-load-extension': { browser: string; folder: string };
  'doctor-hand-switch-extension': { browser: string };
  'doctor-hand-reload-extension': { browser: string; folder: string };
  'doctor-hand-may-read': { path: string };
  'doctor-hand-switch-on': { browser: string };
  'doctor-hand-policy': object;
  'doctor-hand-install-node': object;
  'doctor-hand-approve': object;
  'doctor-hand-forget': object;
  'doctor-hand-new-client': object;
  'doctor-hand-fix-config': { path: string };
  'doctor-hand-no-proxy': object;
  'doctor-hand-open-page': object;
  'doctor-hand-clock': object;
  'doctor-hand-one-home': { home: string };

  // Repairs that fail, and what is asked wrongly.
  'doctor-repair-not-offered': object;
  'doctor-repair-needs-panel': object;
  'doctor-socket-answers': { path: string };
  'doctor-repaired': { rung: string; repair: string };

  // The hub's log.
  'log-started': { version: string; pid: number };
  'log-stopped': { pid: number };
  'log-uncaught': { error: string };
  'log-said': { text: string; facts: string };
  'log-agent-here': { agent: string; program: string };
  'log-browser-here': { browser: string; version: string };
  'log-browser-gone': { browser: string };
  'log-browser-waits': { browser: string };
  'log-browser-denied': { browser: string };
  'log-endpoint-open': { endpoint: string };
  'log-endpoint-off': { endpoint: string };
  'log-server-runs': { server: string };
  'log-server-stopped': { server: string };
  'log-problem-over': { id: string };
  'log-doctor': { green: number; amber: number; red: number; rest: number };
}
