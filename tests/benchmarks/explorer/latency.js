// @ts-check
/**
 * Injected into the page before anything else: when was a key pressed, and when was a changed picture painted?
 *
 * In every frame the pictures are looked at in a task posted from requestAnimationFrame, which runs after the frame
 * was painted. A picture counts as changed when its pixels differ, not when its address does.
 */
(() => {
  if (window.latency) return;
  const latency = (window.latency = {
    socket: /** @type {[number, "sent" | "received", number, string][]} */ ([]), // when, which way, bytes, kind
    changes: /** @type {number[]} */ ([]), // when a frame with other pixels had been painted
    widths: /** @type {number[]} */ ([]), // of the first picture, at each change
    blanks: 0, // frames without any picture
    keyAt: 0,
    pointerAt: 0,
    armed: false, // the next key counts
    target: "",
  });

  // What goes over the kernel's websocket.
  const decoder = new TextDecoder("utf-8", { fatal: false });
  const size = (data) => (typeof data === "string" ? data.length : data.byteLength || data.size || 0);
  function kind(data) {
    try {
      const bytes = () =>
        new Uint8Array(data.buffer || data, data.byteOffset || 0, Math.min(6000, data.byteLength));
      const text = typeof data === "string" ? data.slice(0, 6000) : decoder.decode(bytes());
      return text.match(/"msg_type":\s?"([a-z_]+)"/)?.[1] ?? "";
    } catch {
      return "";
    }
  }
  const log = (way, data) => latency.socket.push([performance.now(), way, size(data), kind(data)]);
  window.WebSocket = class extends window.WebSocket {
    constructor(...options) {
      super(...options);
      if (/channels/.test(this.url)) this.addEventListener("message", (event) => log("received", event.data));
    }
    send(data) {
      if (/channels/.test(this.url)) log("sent", data);
      super.send(data);
    }
  };

  // A number for the pixels of an image, or of a canvas.
  const width = (image) => image.naturalWidth ?? image.width;
  const height = (image) => image.naturalHeight ?? image.height;
  const canvas = document.createElement("canvas");
  let context = null;
  function hash(image) {
    context ??= canvas.getContext("2d", { willReadFrequently: true });
    // smoothed, not sampled: every pixel counts, and looking must not slow down what is measured
    const scale = Math.min(1, 400 / Math.max(width(image), height(image)));
    const size = [width(image), height(image)].map((side) => Math.max(1, Math.round(side * scale)));
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    else context.clearRect(0, 0, ...size);
    context.drawImage(image, 0, 0, ...size);
    let found = 2166136261;
    for (const pixel of new Uint32Array(context.getImageData(0, 0, ...size).data.buffer)) {
      found = Math.imul(found ^ pixel, 16777619);
    }
    return (found >>> 0).toString(16);
  }

  /** All pictures as one text; "" without any, null while the first is loading. */
  const known = new WeakMap();
  function fingerprint() {
    const found = [];
    let waiting = false;
    for (const image of document.querySelectorAll(latency.target)) {
      if (image instanceof HTMLCanvasElement) {
        found.push(hash(image)); // it has no address, and is never loading
        continue;
      }
      const [address, before] = known.get(image) ?? [];
      if (before && address === image.currentSrc && address === image.src) found.push(before);
      else if (image.complete && image.naturalWidth) {
        known.set(image, [image.currentSrc, hash(image)]);
        found.push(known.get(image)[1]);
      } else if (before) found.push(before);
      else waiting = true;
    }
    return waiting && !found.length ? null : found.join("|");
  }

  let current = null;
  let running = false;
  const painted = new MessageChannel();
  const nextFrame = () => requestAnimationFrame(() => painted.port2.postMessage(0));
  painted.port1.onmessage = () => {
    const now = performance.now();
    const found = fingerprint();
    if (found === "") latency.blanks++;
    else if (found !== null && found !== current) {
      current = found;
      latency.changes.push(now);
      latency.widths.push(width(document.querySelector(latency.target)));
    }
    if (running) nextFrame();
  };
  latency.start = (target) => {
    latency.target = target;
    if (!running) {
      running = true;
      nextFrame();
    }
  };
  latency.stop = () => (running = false);
  latency.arm = () => {
    Object.assign(latency, { armed: true, keyAt: 0, blanks: 0 });
    latency.changes.length = latency.widths.length = latency.socket.length = 0;
  };
  /** From now on, without a key. */
  latency.armNow = () => {
    latency.arm();
    Object.assign(latency, { armed: false, keyAt: performance.now() });
  };
  window.addEventListener(
    "keydown",
    (event) => {
      if (latency.armed) Object.assign(latency, { armed: false, keyAt: event.timeStamp });
    },
    true,
  );
  window.addEventListener("pointermove", (event) => (latency.pointerAt = event.timeStamp), true);

  /** Wait until the picture has changed and then rested for `quiet` ms; all times in ms after the key. */
  latency.wait = (timeout, quiet) =>
    new Promise((resolve) => {
      const started = performance.now();
      (function look() {
        const now = performance.now();
        const key = latency.keyAt;
        const changes = latency.changes.filter((at) => at >= key);
        const last = changes.at(-1);
        if (!(changes.length && now - last > quiet) && now - started <= timeout) {
          setTimeout(look, 20);
          return;
        }
        const socket = latency.socket.filter(([at]) => at >= key);
        const received = socket.filter(([, way]) => way === "received");
        resolve({
          first: changes.length ? changes[0] - key : null,
          last: changes.length ? last - key : null,
          blanks: latency.blanks,
          bytes: received.reduce((sum, [, , bytes]) => sum + bytes, 0),
        });
      })();
    });

  /** The times from sending a message on a comm to its answer, in ms. The kernel answers on the target "echo". */
  latency.echo = async (moves, pause) => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const comm = kernel.createComm("echo");
    let answered = () => {};
    comm.onMsg = () => answered();
    await comm.open().done;
    const times = [];
    for (let i = 0; i < moves; i++) {
      const answer = new Promise((resolve) => (answered = () => resolve(performance.now())));
      const sent = performance.now();
      comm.send({ i });
      times.push((await answer) - sent);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    comm.close();
    return times;
  };
})();
