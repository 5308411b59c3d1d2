/** Requests to the extension's routes on the server; a refusal is an Error whose message is one sentence. */
import { URLExt } from '@jupyterlab/coreutils';
import { ServerConnection } from '@jupyterlab/services';

export async function request<Answer>(route: string, body?: unknown): Promise<Answer> {
  const settings = ServerConnection.makeSettings();
  const url = URLExt.join(settings.baseUrl, 'shiftlab', route);
  const how = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await ServerConnection.makeRequest(url, how, settings);
  const told = (await response.json().catch(() => ({}))) as Answer & { message?: string };
  if (!response.ok) throw new Error(told.message ?? `The server refused (${response.status}).`);
  return told;
}
