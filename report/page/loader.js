// Expands the packed scripts of the page, the data first, and runs the page's own.
(async () => {
  const expand = async (s) => {
    const packed = Uint8Array.from(atob(JSON.parse(s.textContent)), (c) => c.charCodeAt(0));
    s.textContent = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  await Promise.all([...document.querySelectorAll("script[data-packed]")].map(expand));
  const run = document.createElement("script");
  run.textContent = document.getElementById("page-script").textContent;
  document.body.append(run);
})();
