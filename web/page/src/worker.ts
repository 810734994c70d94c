/** A worker: one instance of the engine. */

declare const ENGINE_URL: string;

interface Exports {
  memory: WebAssembly.Memory;
  reserve(bytes: number): number;
  call(bytes: number): number;
  reply(): number;
}

const loaded = fetch(new URL(ENGINE_URL, import.meta.url))
  .then((response) => WebAssembly.instantiateStreaming(response, {}))
  .then(({ instance }) => instance.exports as unknown as Exports);

onmessage = async ({ data }: MessageEvent<object>) => {
  const engine = await loaded;
  const request = new TextEncoder().encode(JSON.stringify(data));
  const at = engine.reserve(request.length);
  new Uint8Array(engine.memory.buffer, at, request.length).set(request);
  const length = engine.call(request.length);
  postMessage(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.reply(), length)));
};
