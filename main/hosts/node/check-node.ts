/** The database addon ends an older Node with a segmentation fault, so we say it before it is loaded. */
export function checkNode(): void {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 22) return
  process.stderr.write(
    `This is Node ${process.versions.node}; the workbench needs 22 or newer. Start it with npm, which brings its own.\n`,
  )
  process.exit(1)
}
