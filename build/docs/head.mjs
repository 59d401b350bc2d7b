/** Begins a page of the site. @param {string} title @param {string} up the way to the site's folder @param {string} [more] lines of the head */
export const head = (title, up, more = '') => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${title} – OrbitCert</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta http-equiv="Content-Security-Policy" content="">
  <meta name="referrer" content="no-referrer">
  <link rel="icon" href="${up}icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="${up}styles.css">${more}
</head>
`;
