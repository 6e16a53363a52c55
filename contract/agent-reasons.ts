// Why an agent is not connected any more: codes with their facts.

export interface AgentReasons {
  'left-by-itself': object;
  // How its connection ended; native-host/framing/channel-end.ts says which.
  'connection-failed': { cause: string };
  'frame-empty': { most: number };
  'frame-too-large': { bytes: number; most: number };
  'frame-stopped': { bytes: number; seconds: number };
  'takes-nothing': { bytes: number; most: number };
  'left-socket': object;
  'left-http': object;
  'left-sse': object;
  'left-page': object;
  'left-goodbye': object;
  'process-ended': { pid: number | null };
  'silent-for': { minutes: number };
  'does-not-read': object;
  unreadable: { messages: number };
  'other-abilities': object;
  'made-room': { most: number };
  'user-stopped': { of: 'agent' | 'agents' };
  'user-disconnected': object;
  'user-revoked': object;
  'user-shut-out': object;
  'user-renewed-secret': object;
  'user-changed-token': object;
  'user-wants-token': object;
  'user-unlisted-page': object;
  'user-cancelled': object;
  'call-ended': object;
  'endpoint-off': object;
  'hub-stops': object;
  'hub-restarted': object;
}
