// What is sent to pages on the channel of Harbor's first generation, which whoever listens there receives too.

export function isProviderReply(type: string): boolean {
  return /^(pong|error|response|permissions_result|agent_run_event)$|_result$|^text_session_stream_/.test(type);
}
