"""
What readers of other makes find in files: python3-icalendar, libical and python3-vobject.

    python3 object_readers.py

Takes a question a line: `{ "kind": "calendars" | "contacts", "files": [base64, …] }`. Responds to each
with a line: `{ "found": … }`, by reader, or `{ "error": … }`. `encoded` says that a reader leaves
quoted-printable as it is.
"""

import base64
import json
import sys
import traceback
from datetime import timezone

import gi
import icalendar
import vobject

gi.require_version("ICalGLib", "3.0")
from gi.repository import ICalGLib

TIMES = ("DTSTAMP", "DTSTART", "DTEND")
TEXTS = ("SUMMARY", "LOCATION", "DESCRIPTION")
ADDRESS = ("box", "extended", "street", "city", "region", "code", "country")
NAME = ("family", "given", "additional", "prefix", "suffix")


def utc(time):
    local = time.astimezone(timezone.utc).replace(tzinfo=None)
    return local.isoformat(timespec="seconds").replace("-", "").replace(":", "") + "Z"


def by_icalendar(data):
    calendar = icalendar.Calendar.from_ical(data)
    (event,) = calendar.walk("VEVENT")
    return {
        "product": str(calendar["PRODID"]),
        "uid": str(event["UID"]),
        "times": [utc(event[name].dt) for name in TIMES],
        "texts": [
            {"text": str(event[name]), "encoded": "ENCODING" in event[name].params}
            for name in TEXTS
        ],
        "properties": sorted(event.keys()),
    }


def by_libical(data):
    calendar = ICalGLib.Component.new_from_string(data.decode())
    if calendar.count_errors() > 0 or not calendar.check_restrictions():
        raise ValueError(calendar.as_ical_string())
    kinds = ICalGLib.PropertyKind
    event = calendar.get_first_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)

    def of(component, name):
        return component.get_first_property(getattr(kinds, name + "_PROPERTY"))

    def value(component, name):
        return getattr(of(component, name), "get_" + name.lower())()

    properties = []
    each = event.get_first_property(kinds.ANY_PROPERTY)
    while each is not None:
        properties.append(each.get_property_name())
        each = event.get_next_property(kinds.ANY_PROPERTY)
    return {
        "product": value(calendar, "PRODID"),
        "uid": value(event, "UID"),
        "times": [value(event, name).as_ical_string() for name in TIMES],
        "texts": [
            {
                "text": value(event, name),
                "encoded": of(event, name).get_parameter_as_string("ENCODING") is not None,
            }
            for name in TEXTS
        ],
        "properties": sorted(properties),
    }


def by_vobject(data, line_by_line=False):
    calendar = vobject.readOne(data.decode(), allowQP=line_by_line)
    event = calendar.vevent
    return {
        "product": calendar.prodid.value,
        "uid": event.uid.value,
        "times": [utc(getattr(event, name.lower()).value) for name in TIMES],
        "texts": [
            {"text": getattr(event, name.lower()).value, "encoded": False} for name in TEXTS
        ],
        "properties": sorted(line.name for line in event.lines()),
    }


def contact_value(line):
    if line.name == "PHOTO":
        return base64.b64encode(line.value).decode()
    if line.name == "ORG":
        (name,) = line.value
        return name
    parts = {"ADR": ADDRESS, "N": NAME}.get(line.name)
    return line.value if parts is None else [getattr(line.value, part) for part in parts]


def by_vobject_line_by_line(data):
    return by_vobject(data, line_by_line=True)


def contact_by_vobject(data):
    card = vobject.readOne(data.decode())
    card.validate(raiseException=True)
    return [
        {
            "name": line.name,
            "group": line.group,
            "types": line.params.get("TYPE", []),
            "value": contact_value(line),
        }
        for line in card.lines()
    ]


READERS = {
    "calendars": {
        "python3-icalendar": by_icalendar,
        "libical": by_libical,
        "python3-vobject": by_vobject,
        "python3-vobject, line by line": by_vobject_line_by_line,
    },
    "contacts": {"python3-vobject": contact_by_vobject},
}


def found_in(kind, files):
    contents = [base64.b64decode(file) for file in files]
    return {
        name: [reader(content) for content in contents] for name, reader in READERS[kind].items()
    }


for line in sys.stdin:
    try:
        reply = {"found": found_in(**json.loads(line))}
    except Exception:
        reply = {"error": traceback.format_exc()}
    print(json.dumps(reply), flush=True)
