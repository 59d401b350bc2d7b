/** The look of an embedded certificate: its own, whatever the page around it looks like. Without spaces, as each byte is loaded. */

import { css } from 'lit';

export const styles = css`
:host{all:initial;display:block;color-scheme:light dark;--sheet:#fff;--ink:#1b2226;--soft:#566068;--rule:#dcdfdd;--edge:#7f898f;
--accent:#0d6d72;--open:#8a5300;--wrong:#b3241c;--rose:#fcebe9;--sand:#fbf1df;
--black-box:#2f353b;--orbit:#1a66c4;--tight:#c2257f}
:host([hidden]){display:none}
@media (prefers-color-scheme:dark){
:host{--sheet:#1a2023;--ink:#e5e9ea;--soft:#a3aeb4;--rule:#30383c;--edge:#78848a;--accent:#5fc6c3;--open:#e6ad55;--wrong:#ff9389;--rose:#3a2020;--sand:#33291a;
--black-box:#dfe4e6;--orbit:#6ba4f8;--tight:#f47cc0}
}
*,::before,::after{box-sizing:border-box}
p,dl,dd{margin:0}
.card{display:grid;gap:12px;padding:16px;text-align:left;font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;
color:var(--ink);background:var(--sheet);border:1px solid var(--rule);border-left:4px solid var(--mark,var(--edge));border-radius:4px}
.certified,.radius{--mark:var(--accent)}
.open,.caution{--mark:var(--open)}
.wrong{--mark:var(--wrong)}
.sentence{display:flex;gap:12px;font-size:18px;line-height:1.4;max-width:64ch;text-wrap:pretty}
.icon{flex:none;width:16px;height:16px;margin-top:3px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.sentence .icon{width:24px;height:24px;margin-top:1px}
:is(.sentence,.caution,.wrong) .icon,:is(.certified,.open) strong{color:var(--mark)}
dl{display:flex;flex-wrap:wrap;gap:4px 20px}
dt{font-size:13px;color:var(--soft);line-height:18px}
dd{white-space:nowrap}
.argument{stroke:var(--tight);vertical-align:4px;margin-right:8px}
[data-argument="orbit"]{stroke:var(--orbit)}
[data-argument="black_box"]{stroke:var(--black-box)}
.state{display:flex;gap:8px;font-size:13px;color:var(--soft)}
.checked{color:var(--accent)}
.caution,.wrong{padding:8px 12px;border-radius:4px;color:var(--ink)}
.caution{background:var(--sand)}
.wrong{background:var(--rose)}
.foot{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;font-size:13px}
button{font:inherit;color:var(--ink);background:var(--sheet);border:1px solid var(--edge);border-radius:4px;min-height:32px;padding:2px 12px;cursor:pointer}
button:hover{border-color:var(--accent);color:var(--accent)}
a{color:var(--accent);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
`;
