package intake

import ()

const ranges = `"sigma":0.5,"group":"SE","withstand":{}`
