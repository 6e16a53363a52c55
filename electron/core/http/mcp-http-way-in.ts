// MCP over HTTP as a way in: its stored settings, whether it is open, and what the panel is shown of it. Nothing else opens its port.
import { defaultMcpPort } from '../../../contract/mcp-server.ts';
import { reasonOf } from '../../../contract/reason.ts';
import {
  AuthTokenSchema,
  McpServerSettingsSchema,
  StoredMcpServerSchema,
} from '../../../contract/schemas/mcp-server.ts';
import { faultOf } from '../../../contract/schemas/value-fault.ts';
import { hubError } from '../../../words/hub-error.ts';
import { isListedOrigin } from './cors.ts';
import { freePort } from './listen.ts';
import { hashToken, McpAccess, withoutTokenClientId } from './mcp-access.ts';
import { listenMcpHttp } from './mcp-http.ts';
import { portHolder } from './port-holder.ts';
import type { TabsAtEnd } from '../../../contract/mcp-server.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Endpoint } from '../../../contract/schemas/entities.ts';
import type { McpServerChange, McpServerView, StoredMcpServer } from '../../../contract/schemas/mcp-server.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { Problems } from '../state/problems.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { SettingsTable } from '../store/settings-table.ts';
import type { Listening } from './listen.ts';
import type { ScrapedMetrics } from './scraped-metrics.ts';

export interface McpHttpWayInOptions {
  readonly platform: Pick<HubPlatform, 'mcpPort' | 'env' | 'randomBytes' | 'now'>;
  readonly agentServices: AgentServices;
  readonly clients: ClientRegistry;
  readonly state: StateWriter;
  readonly problems: Problems;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  /** What `/metrics` shows; null while it is off. */
  readonly scraped?: () => ScrapedMetrics | null;
  /** The agents that came with a token that is taken no more. */
  readonly disconnectClient: (clientId: string, reason: Reason) => void;
  /** The agents of pages of such origins. */
  readonly disconnectPages: (isGone: (origin: string) => boolean, reason: Reason) => void;
}

type State = Endpoint['state'];

const settingsKey = 'mcpServer';
const endpointId = 'mcp-http';
/** The panel is told of requests past the limit at most this often. */
const tellMs = 1_000;
/** That tokens were guessed is shown for this long after it was seen last. */
const calmMs = 10 * 60_000;

export class McpHttpWayIn {
  readonly #options: McpHttpWayInOptions;
  readonly #access: McpAccess;
  #stored: StoredMcpServer = StoredMcpServerSchema.parse({});
  #listening: Listening | null = null;
  #state: State = { kind: 'off' };
  /** In place of the port that was named at the start, until the hub ends. */
  #instead: number | null = null;
  #limited = 0;
  #crowded = 0;
  #calm: NodeJS.Timeout | null = null;
  #telling: NodeJS.Timeout | null = null;
  /** One change at a time, so that on and off in quick turns end as the last one said. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: McpHttpWayInOptions) {
    this.#options = options;
    this.#access = new McpAccess(options.clients);
  }

  /** Null while it is not open. */
  url(): string | null {
    return this.#listening && `http://127.0.0.1:${this.#listening.port}/mcp`;
  }

  /** Where `/metrics` is or would be; null while nothing is open. */
  metricsUrl(): string | null {
    return this.#listening && `http://127.0.0.1:${this.#listening.port}/metrics`;
  }

  /** What becomes of the tabs that a session has opened, once it has ended. */
  get tabsAtEnd(): TabsAtEnd {
    return this.#stored.tabsAtEnd;
  }

  view(): McpServerView {
    const { authTokenHash, ...settings } = this.#stored;
    const { platform } = this.#options;
    const fromStart = platform.mcpPort !== null;
    const ofEnvironment = this.#environmentToken() ? (['environment'] as const) : [];
    return {
      ...settings,
      port: settings.port ?? defaultMcpPort,
      effectivePort: this.#listening?.port ?? this.#port(),
      portFrom: fromStart ? 'start' : settings.port === null ? 'default' : 'settings',
      tokens: [...ofEnvironment, ...(authTokenHash === null ? [] : (['settings'] as const))],
    };
  }

  /** Reads the settings and opens what is switched on. Trouble with the port is the endpoint's state. */
  async open(): Promise<void> {
    this.#stored = (await this.#options.settings.get(settingsKey, StoredMcpServerSchema)) ?? this.#stored;
    const token = this.#environmentToken();
    if (token) this.#access.setToken('token-environment', hashToken(token));
    else this.#sayWeakToken();
    this.#access.setToken('token-settings', this.#stored.authTokenHash);
    await this.#reopen();
  }

  /** Takes effect at once; a changed port or switch opens or closes it. Rejects with HubError for settings that do not fit. */
  change(change: McpServerChange): Promise<McpServerView> {
    const turn = this.#turn.then(() => this.#change(change));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Opens it on a port that nobody has, in place of one that is taken; it is kept unless whoever started the hub named the other. */
  async takeFreePort(): Promise<void> {
    const port = await freePort();
    if (this.#options.platform.mcpPort === null) return void (await this.change({ port }));
    this.#instead = port;
    const turn = this.#turn.then(() => this.#reopen());
    this.#turn = turn.catch(() => {});
    await turn;
  }

  async close(): Promise<void> {
    await this.#turn;
    if (this.#telling) clearTimeout(this.#telling);
    if (this.#calm) clearTimeout(this.#calm);
    await this.#listening?.close();
    this.#listening = null;
  }

  async #change({ authToken, ...settings }: McpServerChange): Promise<McpServerView> {
    const before = this.#stored;
    const wanted = { ...before, ...settings };
    const parsed = McpServerSettingsSchema.safeParse(wanted);
    if (!parsed.success) throw hubError('ERR_INVALID_ARGUMENTS', faultOf(parsed.error, wanted));
    const authTokenHash =
      authToken === undefined ? before.authTokenHash : authToken === null ? null : hashToken(authToken);
    const next: StoredMcpServer = { ...parsed.data, authTokenHash };
    await this.#options.settings.set(settingsKey, next);
    this.#stored = next;
    if (authTokenHash !== before.authTokenHash) {
      this.#access.setToken('token-settings', authTokenHash);
      this.#options.disconnectClient('token-settings', { kind: 'user-changed-token' });
    }
    if (before.withoutToken && !next.withoutToken)
      this.#options.disconnectClient(withoutTokenClientId, { kind: 'user-wants-token' });
    const isGone = (origin: string) =>
      isListedOrigin(origin, before.corsOrigins) && !isListedOrigin(origin, next.corsOrigins);
    this.#options.disconnectPages(isGone, { kind: 'user-unlisted-page' });
    const isOpen = this.#listening !== null;
    if (next.enabled !== isOpen || next.port !== before.port) await this.#reopen();
    else this.#show();
    return this.view();
  }

  async #reopen(): Promise<void> {
    await this.#listening?.close();
    this.#listening = null;
    this.#options.problems.solved('mcp-http');
    this.#state = this.#stored.enabled ? await this.#listen() : { kind: 'off' };
    this.#show();
  }

  async #listen(): Promise<State> {
    const { agentServices, platform } = this.#options;
    const port = this.#port();
    try {
      this.#listening = await listenMcpHttp({
        agentServices,
        port,
        access: this.#access,
        randomBytes: size => platform.randomBytes(size),
        now: () => platform.now(),
        limits: () => this.#stored.limits,
        origins: () => this.#stored.corsOrigins,
        withoutToken: () => this.#stored.withoutToken,
        serverName: () => this.#stored.serverName,
        scraped: () => this.#options.scraped?.() ?? null,
        onLimited: () => {
          this.#limited += 1;
          this.#tell();
        },
        onGuessed: () => this.#sayGuessed(),
        onCrowded: () => {
          this.#crowded += 1;
          this.#tell();
        },
      });
      return { kind: 'listening' };
    } catch (error) {
      return this.#notOpened(error, port);
    }
  }

  async #notOpened(error: unknown, port: number): Promise<State> {
    const { problems } = this.#options;
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      const by = await portHolder(port);
      problems.report('mcp-http', { kind: 'port-held', port, by });
      return { kind: 'held', by, remedy: { kind: 'stop-or-other-port' } };
    }
    const reason = reasonOf(error);
    problems.report('mcp-http', { kind: 'mcp-not-open', port, why: reason });
    return { kind: 'failed', reason };
  }

  #port(): number {
    return this.#instead ?? this.#options.platform.mcpPort ?? this.#stored.port ?? defaultMcpPort;
  }

  #environmentToken(): string | null {
    const token = this.#options.platform.env.CLAUDE_BROWSER_AUTH_TOKEN;
    return AuthTokenSchema.safeParse(token).success && token ? token : null;
  }

  /** The token itself is told to nobody. */
  #sayWeakToken(): void {
    const token = this.#options.platform.env.CLAUDE_BROWSER_AUTH_TOKEN;
    const { error } = AuthTokenSchema.safeParse(token);
    if (!token || error === undefined) return;
    const fault = faultOf(error, token);
    const lacks = fault.kind === 'token-lacks' ? fault.lacks : 'characters';
    this.#options.problems.report('mcp-http-token', { kind: 'weak-token', lacks });
  }

  #sayGuessed(): void {
    const { problems } = this.#options;
    problems.report('mcp-http-guessed', { kind: 'tokens-guessed' });
    clearTimeout(this.#calm ?? undefined);
    this.#calm = setTimeout(() => problems.solved('mcp-http-guessed'), calmMs).unref();
  }

  #tell(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = null;
      this.#show();
    }, tellMs).unref();
  }

  #show(): void {
    this.#options.state.set('endpoints', endpointId, {
      id: endpointId,
      address: `http://127.0.0.1:${this.#listening?.port ?? this.#port()}/mcp`,
      switchable: true,
      state: this.#state,
      ...(this.#stored.withoutToken && { withoutToken: true }),
      ...(this.#limited > 0 && { limited: this.#limited }),
      ...(this.#crowded > 0 && { crowded: this.#crowded }),
    });
  }
}
